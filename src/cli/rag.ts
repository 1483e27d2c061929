import { Command } from "commander";
import { list, wholeNumber } from "./options.js";
import { candidatesOption, retrievalOptions, someText } from "./rag-options.js";

/** `normact rag …`: norm banks, their indexes, and what a query finds there. */
export function ragCommand(): Command {
  const rag = new Command("rag").description(
    "norm banks: import, index, query and measure what the cue condition rag retrieves",
  );

  rag
    .command("import <file>")
    .description("read NormBank.csv, or another source by a mapping, into a bank folder")
    .option("--out <dir>", "bank folder to write (default: in the cache, by content)")
    .option("--mapping <file>", "how another source's columns become norms (see rag/mappings/)")
    .option("--name <name>", "what runs and tables call the bank")
    .option("--json", "print the report as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  $ normact rag import NormBank.csv --out normbank\n" +
        "  $ normact rag import social-chem-101.v1.0.tsv --mapping rag/mappings/social-chemistry-101.yaml --out sc101",
    )
    .action(async (file, options) =>
      (await import("./rag-bank-actions.js")).importFile(file, options),
    );

  retrievalLess(rag.command("build"))
    .description("embed a bank and write its index; a build that was broken off is gone on with")
    .addHelpText(
      "after",
      "\nExample:\n  $ normact rag build --bank normbank --embedder use-lite --out normbank-index",
    )
    .action(async (options) => (await import("./rag-bank-actions.js")).build(options));

  retrievalOptions(rag.command("query").argument("<text>", "what to look for", someText))
    .description("the norms that a text retrieves")
    .option("-k, --k <n>", "norms to print", wholeNumber(1, 1000), 5)
    .option("--candidates <n>", "norms that the second stage looks at", candidatesOption, 500)
    .option("--json", "print them as JSON")
    .addHelpText(
      "after",
      '\nExample:\n  $ normact rag query "people standing in line at a bakery" -k 3',
    )
    .action(async (text, options) => (await import("./rag-actions.js")).query(text, options));

  retrievalOptions(rag.command("info"))
    .description("which bank, encoder, second stage and index are used, and what is in the cache")
    .option("--json", "print it as JSON")
    .addHelpText("after", "\nExample:\n  $ normact rag info --index normbank-index")
    .action(async (options) => (await import("./rag-actions.js")).info(options));

  rag
    .command("eval")
    .description(
      "measure retrieval on the labelled queries: random, BM25, the encoders that are here",
    )
    .option(
      "--bank <path>",
      "a bank folder, or a CSV in NormBank's columns (default: the shipped bank)",
    )
    .option("--queries <file>", "other labelled queries (see rag/README.md)")
    .option("--models <dir>", "your own folder of models; then nothing is downloaded")
    .option("--candidates <n>", "norms that the second stage looks at", candidatesOption, 500)
    .option("--json", "print the result as JSON")
    .addHelpText("after", "\nExample:\n  $ normact rag eval --json | jq .systems[].ndcg")
    .action(async (options) => (await import("./rag-eval-actions.js")).evalQueries(options));

  retrievalOptions(rag.command("precompute"))
    .description(
      "retrieve for the first turn of every episode, so that runs find the answers cached",
    )
    .option(
      "--dataset <dir>",
      "a data set or an exported ImageFolder (default: the set that ships)",
    )
    .option("--tasks <ids>", "only these tasks", list)
    .option("--limit <n>", "only so many episodes, spread over the tasks", wholeNumber(1))
    .option("--candidates <n>", "norms that the second stage looks at", candidatesOption, 500)
    .option("--cue-pack <file>", "another set of goals")
    .option("--json", "print the result as JSON")
    .addHelpText("after", "\nExample:\n  $ normact rag precompute --reranker bge")
    .action(async (options) => (await import("./rag-check-actions.js")).precomputeSet(options));

  rag
    .command("pull [models...]")
    .description("fetch bge's encoder and reranker (or other models) into the cache")
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      "\nHF_ENDPOINT names a mirror.\n\nExample:\n  $ normact rag pull\n  $ normact rag pull Xenova/bge-base-en-v1.5@fp32",
    )
    .action(async (models, options) =>
      (await import("./rag-check-actions.js")).pull(models, options),
    );

  retrievalOptions(rag.command("verify"))
    .description("check an index: its files by hash, its vectors by embedding some norms again")
    .option("--json", "print the result as JSON")
    .addHelpText("after", "\nExample:\n  $ normact rag verify --index normbank-index")
    .action(async (options) => (await import("./rag-check-actions.js")).verify(options));

  rag
    .command("lint")
    .description(
      "check a bank in NormBank's columns: form, labels, grammar, size, nothing said by a cue",
    )
    .option("--bank <file>", "CSV to check (default: the shipped bank)")
    .option("--cue-pack <file>", "another cue pack whose texts no row may repeat")
    .option("--json", "print the result as JSON")
    .addHelpText("after", "\nExample:\n  $ normact rag lint --bank rag/norms.csv")
    .action(async (options) => (await import("./rag-check-actions.js")).lint(options));

  return rag;
}

function retrievalLess(command: Command): Command {
  return command
    .option(
      "--bank <path>",
      "a bank folder, or a CSV in NormBank's columns (default: the shipped bank)",
    )
    .option("--embedder <name>", "auto, bge, use-lite, or an encoder as organisation/name", "auto")
    .option("--models <dir>", "your own folder of models; then nothing is downloaded")
    .option("--out <dir>", "index folder to write (default: in the cache, by fingerprint)")
    .option("--json", "print the result as JSON");
}
