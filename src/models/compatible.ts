import { openaiChat } from "./openai-chat.js";
import type { Provider } from "./provider.js";

/**
 * Any server that speaks Chat Completions (vLLM, SGLang, llama.cpp, Ollama, LM Studio, gateways). The user names
 * its address; a key is sent where there is one. What differs from OpenAI's own service stands in the
 * capability table: field names, what is refused, how a schema is asked for.
 */
export const compatible: Provider = {
  ...openaiChat,
  id: "compatible",
  label: "compatible",
  baseUrlVariable: "COMPATIBLE_BASE_URL",
  keyVariables: ["COMPATIBLE_API_KEY"],
  secretVariables: [],
  keyOptional: true,
  defaultBaseUrl: null,
  // OpenAI's own headers and account numbers are no business of other servers
  open: (connection) => openaiChat.open({ ...connection, env: {} }),
};
