import OpenAI from "openai";

/** A client of a server that speaks as OpenAI's does: it asks once, and takes nothing from the environment. */
export function openAiClient(baseURL: string, key: string, timeoutMs: number): OpenAI {
  return new OpenAI({
    apiKey: key,
    baseURL,
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: "off",
    // What is asked, and the key, go to the server that is named and nowhere else.
    fetchOptions: { redirect: "manual" },
  });
}
