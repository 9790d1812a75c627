export default {
  input: "../openapi.json",
  output: { path: "src/generated", importFileExtension: ".js" },
  plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
};
