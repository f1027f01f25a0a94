// SPDX-License-Identifier: BSD-3-Clause
// Builds dist/viewer.html: template.html with the script and the style inlined. The command puts
// the data of a run into its place.
import { readFileSync } from "node:fs";
import { defineConfig } from "vite";

const licences = `/*!\n${readFileSync("LICENSES.md", "utf8")}*/\n`;

const inline = {
  name: "inline",
  enforce: "post",
  generateBundle(_, bundle) {
    const files = Object.values(bundle);
    const script = files.find((f) => f.fileName.endsWith(".js")).code.replaceAll("</script", "<\\/script");
    const style = files.find((f) => f.fileName.endsWith(".css")).source;
    const html = readFileSync("template.html", "utf8")
      .replace("/*STYLE*/", () => String(style).trim())
      .replace("/*SCRIPT*/", () => licences + script.trim());
    for (const name of Object.keys(bundle)) delete bundle[name];
    this.emitFile({ type: "asset", fileName: "viewer.html", source: html });
  },
};

export default defineConfig({
  plugins: [inline],
  build: {
    lib: { entry: "src/main.js", formats: ["iife"], name: "trunnionViewer", cssFileName: "viewer" },
    emptyOutDir: true,
    target: "es2022",
  },
});
