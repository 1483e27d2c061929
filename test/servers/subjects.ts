import type { Protocol } from "./types.js";

/** The five ways to a model, with keys that have the shape of real ones. */
export interface Subject {
  name: string;
  provider: "openai" | "google" | "anthropic" | "compatible";
  api: "chat" | "responses";
  protocol: Protocol;
  /** a model of which the table says that it takes whatever its protocol knows */
  model: string;
  env: Record<string, string>;
  key: string;
}

const subject = (
  name: string,
  provider: Subject["provider"],
  protocol: Protocol,
  model: string,
  variable: string,
  key: string,
): Subject => ({
  name,
  provider,
  api: protocol === "responses" ? "responses" : "chat",
  protocol,
  model,
  env: { [variable]: key },
  key,
});

export const SUBJECTS: readonly Subject[] = [
  subject(
    "openai chat",
    "openai",
    "chat",
    "gpt-4o",
    "OPENAI_API_KEY",
    "sk-proj-abcdEFGH1234567890ijklMNOP",
  ),
  subject(
    "openai responses",
    "openai",
    "responses",
    "gpt-4o",
    "OPENAI_API_KEY",
    "sk-proj-abcdEFGH1234567890ijklMNOP",
  ),
  subject(
    "google",
    "google",
    "google",
    "gemini-2.5-flash",
    "GEMINI_API_KEY",
    "AIzaSyAbcdEFGH1234567890ijklMNOP",
  ),
  subject(
    "anthropic",
    "anthropic",
    "anthropic",
    "claude-sonnet-4-6",
    "ANTHROPIC_API_KEY",
    "sk-ant-api03-abcdEFGH1234567890ijklMNOP",
  ),
  subject(
    "compatible",
    "compatible",
    "chat",
    "qwen2.5-vl",
    "COMPATIBLE_API_KEY",
    "local-abcdEFGH1234567890",
  ),
];
