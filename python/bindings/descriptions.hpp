// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "python/bindings/names.hpp"

/// The structs whose fields are keywords in Python.
namespace trunnion::python {

class Fields;

void List(Fields& f, RigidBody& x);
void List(Fields& f, PointMass& x);
void List(Fields& f, Marker& x);
void List(Fields& f, MarkerAt& x);
void List(Fields& f, Geometry& x);
void List(Fields& f, JointFriction& x);
void List(Fields& f, JointBetween& x);
void List(Fields& f, JointAt& x);
void List(Fields& f, Motion& x);
void List(Fields& f, RollingDisc& x);
void List(Fields& f, KnifeEdge& x);
void List(Fields& f, Coupling& x);
void List(Fields& f, AppliedVector& x);
void List(Fields& f, AppliedLoad& x);
void List(Fields& f, SpringDamper& x);
void List(Fields& f, StopLaw& x);
void List(Fields& f, Stop& x);
void List(Fields& f, Motor& x);
void List(Fields& f, MaxwellElement& x);
void List(Fields& f, BushingCurve& x);
void List(Fields& f, BushingParameters& x);
void List(Fields& f, BushingBetween& x);
void List(Fields& f, BeamSection& x);
void List(Fields& f, BeamBetween& x);
void List(Fields& f, BeamLine& x);
void List(Fields& f, Cable& x);
void List(Fields& f, SuperelementBetween& x);
void List(Fields& f, ReducedBody& x);
void List(Fields& f, PartInterface& x);
void List(Fields& f, IntegratorOptions& x);
void List(Fields& f, UserEvent& x);
void List(Fields& f, SimulationOptions& x);
void List(Fields& f, StaticOptions& x);
void List(Fields& f, LoadStepOptions& x);
void List(Fields& f, LinearModelOptions& x);
void List(Fields& f, ModeOptions& x);

}  // namespace trunnion::python
