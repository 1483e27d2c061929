import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // against tests that hang; a slow machine with other work is no fault
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    globalSetup: ["test/helpers/own-cache.ts"],
    reporters: ["default", "./scripts/closing-line.mjs"],
    // tests leave a user's own keys, models and proxies alone
    env: {
      OPENAI_API_KEY: "",
      OPENAI_BASE_URL: "",
      OPENAI_ORG_ID: "",
      OPENAI_PROJECT_ID: "",
      OPENAI_CUSTOM_HEADERS: "",
      ANTHROPIC_API_KEY: "",
      ANTHROPIC_AUTH_TOKEN: "",
      ANTHROPIC_BASE_URL: "",
      ANTHROPIC_CUSTOM_HEADERS: "",
      ANTHROPIC_PROFILE: "",
      GEMINI_API_KEY: "",
      GOOGLE_API_KEY: "",
      GOOGLE_GEMINI_BASE_URL: "",
      GOOGLE_GENAI_USE_VERTEXAI: "",
      GOOGLE_GENAI_USE_ENTERPRISE: "",
      COMPATIBLE_API_KEY: "",
      COMPATIBLE_BASE_URL: "",
      HF_ENDPOINT: "",
      NORMACT_MODELS: "",
      NORMACT_RERANK_KEY: "",
      HTTP_PROXY: "",
      HTTPS_PROXY: "",
      ALL_PROXY: "",
      NO_PROXY: "",
      http_proxy: "",
      https_proxy: "",
      all_proxy: "",
      no_proxy: "",
    },
  },
});
