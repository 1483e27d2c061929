import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    reporters: ["default", "./scripts/closing-line.mjs"],
    // tests leave a user's own cache and keys alone
    env: {
      NORMACT_CACHE: join(tmpdir(), "normact-test-cache"),
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
    },
  },
});
