import { z } from "zod";

/** `Usage` as files keep it: tokens, null where the provider did not say. */
export const UsageSchema = z.object({
  input: z.number().nullable(),
  cachedInput: z.number().nullable(),
  output: z.number().nullable(),
  reasoning: z.number().nullable(),
});
