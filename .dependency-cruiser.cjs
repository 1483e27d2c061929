/** The rules of the house (docs/decisions/001-the-house.md): arrows point down, pure rooms stay pure. */

// from the roof to the ground; a room may import from those after it
const FLOORS = [
  "cli",
  "view",
  "report",
  "diagnosis",
  "eval",
  "grid-eval",
  "planners",
  "scoring",
  "perceptor",
  "rag",
  "prompts",
  "models",
  "scenes",
  "images",
  "grid-pictures",
  "render",
  "tasks",
  "world",
  "actions",
  "grid",
  "core",
];
const PURE = ["scoring", "grid-pictures", "render", "tasks", "world", "actions", "grid"];
// the parts of core that the pure rooms may use: no I/O in any of them
const PURE_CORE = "^src/core/(rng|errors|closest|text|hash)\\.ts$";

const below = FLOORS.map((room, i) => ({
  name: `arrows-point-down-${room}`,
  severity: "error",
  comment: `${room} may only import from the rooms below it`,
  from: { path: `^src/${room}/` },
  to: {
    path: FLOORS.slice(0, i)
      .map((above) => `^src/${above}/`)
      .concat(i === 0 ? ["^src/view/"] : []),
  },
})).filter((rule) => rule.to.path.length > 0);

module.exports = {
  forbidden: [
    ...below,
    {
      name: "pure-rooms-know-no-io",
      severity: "error",
      comment: "rooms marked pure import no Node module",
      from: { path: PURE.map((room) => `^src/${room}/`) },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "pure-rooms-use-pure-core",
      severity: "error",
      comment: "rooms marked pure use only the parts of core without I/O",
      from: { path: PURE.map((room) => `^src/${room}/`) },
      to: { path: "^src/core/", pathNot: PURE_CORE },
    },
    {
      name: "scene-rules-see-the-object-list-alone",
      severity: "error",
      comment:
        "the scene-graph rules import nothing, so no task, norm, owner or spec is within their reach",
      from: { path: "^src/perceptor/scene-rules/" },
      to: { pathNot: "^src/perceptor/scene-rules/" },
    },
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "sdk-in-its-adapter-only",
      severity: "error",
      from: { pathNot: "^src/models/(openai|google|anthropic|compatible)" },
      to: { path: "node_modules/(openai|@google/genai|@anthropic-ai/sdk)/" },
    },
    {
      name: "sharp-in-images-only",
      severity: "error",
      from: { pathNot: "^src/images/" },
      to: { path: "node_modules/sharp/" },
    },
    {
      name: "transformers-and-faiss-in-one-file-each-of-rag",
      severity: "error",
      from: { pathNot: "^src/rag/(transformers|faiss|use-lite)\\.ts$" },
      to: { path: "node_modules/(@xenova/transformers|@energetic-ai|faiss-node)/" },
    },
    {
      name: "charts-in-report-only",
      severity: "error",
      from: { pathNot: "^src/report/" },
      to: { path: "node_modules/(echarts|hyparquet-writer)/" },
    },
    {
      name: "commander-in-cli-only",
      severity: "error",
      from: { pathNot: "^src/cli/" },
      to: { path: "node_modules/commander/" },
    },
    { name: "no-unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "node"],
      extensions: [".ts", ".js"],
    },
  },
};
