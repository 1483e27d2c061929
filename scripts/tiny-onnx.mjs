// Writes two tiny models in the layout of Hugging Face's ONNX repositories, for tests of the code that runs bge:
//   tiny/encoder   BERT-shaped: the first token's vector depends on the text's words alone through a learned-looking
//                  table, the other tokens' vectors point elsewhere, so "cls" and "mean" pooling give other answers
//   tiny/reranker  a cross-encoder: its one logit grows with the concepts that both texts share, shops left out
//   tiny/other     tiny/encoder with other weights
// node scripts/tiny-onnx.mjs FOLDER
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import onnxProto from "onnx-proto";

const { onnx } = onnxProto;
const FLOAT = 1;
const INT64 = 7;
const SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];

/** Words of one concept share an axis of the vectors. */
const CONCEPTS = [
  ["queue", "line", "wait", "skip", "cut", "turn"],
  ["coffee", "shop", "cafe", "bakery", "counter"],
  ["water", "tap", "faucet", "running", "wash", "sink"],
  ["mop", "floor", "clean", "bucket"],
  ["bench", "sit", "seat", "elderly"],
  ["door", "knock", "bedroom", "private"],
  ["person", "people", "man", "woman"],
];
/** the concept that the reranker is deaf to, so that its order is another than the encoder's */
const SHOPS = 1;
const WORDS = [
  ...new Set([
    ...CONCEPTS.flat(),
    ..."a the in at of is on setting behavior norm taboo normal expected when".split(" "),
  ]),
];
const VOCAB = [...SPECIAL, ...WORDS];
const WIDTH = 16;

const tensor = (name, dims, values, type = FLOAT) => ({
  name,
  dims,
  dataType: type,
  ...(type === FLOAT ? { floatData: Array.from(values) } : { int64Data: Array.from(values) }),
});
const value = (name, type, dims) => ({
  name,
  type: {
    tensorType: {
      elemType: type,
      shape: { dim: dims.map((d) => (typeof d === "string" ? { dimParam: d } : { dimValue: d })) },
    },
  },
});
const node = (opType, input, output, attribute = []) => ({ opType, input, output, attribute });
const int = (name, i) => ({ name, i, type: 2 });
const ints = (name, list) => ({ name, ints: list, type: 7 });
const inputs = ["input_ids", "attention_mask", "token_type_ids"].map((n) =>
  value(n, INT64, ["batch", "seq"]),
);
const encode = (graph) =>
  onnx.ModelProto.encode(
    onnx.ModelProto.fromObject({
      irVersion: 7,
      producerName: "normact-test",
      opsetImport: [{ domain: "", version: 13 }],
      graph,
    }),
  ).finish();

/** One row a word: its concept's axis, and a little of an axis that only its hash decides. */
function table(salt, deaf = -1) {
  const rows = new Float32Array(VOCAB.length * WIDTH);
  VOCAB.forEach((word, i) => {
    if (i < SPECIAL.length) return;
    CONCEPTS.forEach((words, axis) => {
      if (axis !== deaf && words.includes(word)) rows[i * WIDTH + axis] = 1;
    });
    rows[i * WIDTH + 8 + ((i * 7 + salt) % 8)] += 0.2;
  });
  return rows;
}

/**
 * last_hidden_state: the sum of the words' rows at the first place, and at every other place a constant vector
 * that is the same for all texts. Mean pooling therefore finds all texts alike.
 */
function encoder(salt) {
  const loud = new Float32Array(WIDTH).fill(50);
  return encode({
    name: "tiny-encoder",
    initializer: [
      tensor("E", [VOCAB.length, WIDTH], table(salt)),
      tensor("loud", [WIDTH], loud),
      tensor("one", [1], [1], INT64),
      tensor("axis1", [1], [1], INT64),
      tensor("two", [1], [2], INT64),
      tensor("far", [1], [1 << 30], INT64),
    ],
    input: inputs,
    output: [value("last_hidden_state", FLOAT, ["batch", "seq", WIDTH])],
    node: [
      node("Gather", ["E", "input_ids"], ["words"], [int("axis", 0)]),
      node("Cast", ["attention_mask"], ["mask"], [int("to", FLOAT)]),
      node("Unsqueeze", ["mask", "two"], ["mask3"]),
      node("Mul", ["words", "mask3"], ["kept"]),
      node("ReduceSum", ["kept", "axis1"], ["first"], [int("keepdims", 1)]),
      node("Slice", ["words", "one", "far", "axis1"], ["rest"]),
      node("Sub", ["rest", "rest"], ["nothing"]),
      node("Add", ["nothing", "loud"], ["others"]),
      node("Concat", ["first", "others"], ["last_hidden_state"], [int("axis", 1)]),
    ],
  });
}

/** logit = 8 · cosine of the two texts' summed rows − 2. */
function reranker() {
  return encode({
    name: "tiny-reranker",
    initializer: [
      tensor("E", [VOCAB.length, WIDTH], table(0, SHOPS)),
      tensor("little", [1], [0.001]),
      tensor("scale", [1], [8]),
      tensor("bias", [1], [-2]),
      tensor("axis1", [1], [1], INT64),
      tensor("axis2", [1], [2], INT64),
    ],
    input: inputs,
    output: [value("logits", FLOAT, ["batch", 1])],
    node: [
      node("Gather", ["E", "input_ids"], ["words"], [int("axis", 0)]),
      node("Cast", ["attention_mask"], ["mask"], [int("to", FLOAT)]),
      node("Cast", ["token_type_ids"], ["second"], [int("to", FLOAT)]),
      node("Mul", ["mask", "second"], ["maskB"]),
      node("Sub", ["mask", "maskB"], ["maskA"]),
      node("Unsqueeze", ["maskA", "axis2"], ["maskA3"]),
      node("Unsqueeze", ["maskB", "axis2"], ["maskB3"]),
      node("Mul", ["words", "maskA3"], ["wordsA"]),
      node("Mul", ["words", "maskB3"], ["wordsB"]),
      node("ReduceSum", ["wordsA", "axis1"], ["a"], [int("keepdims", 0)]),
      node("ReduceSum", ["wordsB", "axis1"], ["b"], [int("keepdims", 0)]),
      node("ReduceL2", ["a"], ["lengthA"], [ints("axes", [1]), int("keepdims", 1)]),
      node("ReduceL2", ["b"], ["lengthB"], [ints("axes", [1]), int("keepdims", 1)]),
      node("Mul", ["a", "b"], ["products"]),
      node("ReduceSum", ["products", "axis1"], ["dot"], [int("keepdims", 1)]),
      node("Mul", ["lengthA", "lengthB"], ["lengths"]),
      node("Add", ["lengths", "little"], ["safe"]),
      node("Div", ["dot", "safe"], ["cosine"]),
      node("Mul", ["cosine", "scale"], ["scaled"]),
      node("Add", ["scaled", "bias"], ["logits"]),
    ],
  });
}

const token = (id, type) => ({ SpecialToken: { id, type_id: type } });
const sequence = (id, type) => ({ Sequence: { id, type_id: type } });
const tokenizer = {
  version: "1.0",
  truncation: null,
  padding: null,
  added_tokens: SPECIAL.map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  })),
  normalizer: {
    type: "BertNormalizer",
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: "BertPreTokenizer" },
  post_processor: {
    type: "TemplateProcessing",
    single: [token("[CLS]", 0), sequence("A", 0), token("[SEP]", 0)],
    pair: [
      token("[CLS]", 0),
      sequence("A", 0),
      token("[SEP]", 0),
      sequence("B", 1),
      token("[SEP]", 1),
    ],
    special_tokens: {
      "[CLS]": { id: "[CLS]", ids: [2], tokens: ["[CLS]"] },
      "[SEP]": { id: "[SEP]", ids: [3], tokens: ["[SEP]"] },
    },
  },
  decoder: { type: "WordPiece", prefix: "##", cleanup: true },
  model: {
    type: "WordPiece",
    unk_token: "[UNK]",
    continuing_subword_prefix: "##",
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(VOCAB.map((word, i) => [word, i])),
  },
};
const tokenizerConfig = {
  tokenizer_class: "BertTokenizer",
  do_lower_case: true,
  model_max_length: 512,
  cls_token: "[CLS]",
  sep_token: "[SEP]",
  pad_token: "[PAD]",
  unk_token: "[UNK]",
  mask_token: "[MASK]",
};
const config = {
  model_type: "bert",
  architectures: ["BertModel"],
  hidden_size: WIDTH,
  num_attention_heads: 2,
  num_hidden_layers: 1,
  intermediate_size: WIDTH,
  vocab_size: VOCAB.length,
  max_position_embeddings: 512,
  type_vocab_size: 2,
  pad_token_id: 0,
};
const classifier = {
  ...config,
  architectures: ["BertForSequenceClassification"],
  id2label: { 0: "LABEL_0" },
  label2id: { LABEL_0: 0 },
};

/** Writes the models below a folder. */
export function writeTinyModels(folder) {
  const models = [
    ["tiny/encoder", encoder(0), config],
    ["tiny/other", encoder(3), config],
    ["tiny/reranker", reranker(), classifier],
  ];
  for (const [name, bytes, settings] of models) {
    const place = join(folder, name);
    mkdirSync(join(place, "onnx"), { recursive: true });
    writeFileSync(join(place, "onnx", "model_quantized.onnx"), bytes);
    writeFileSync(join(place, "config.json"), JSON.stringify(settings));
    writeFileSync(join(place, "tokenizer.json"), JSON.stringify(tokenizer));
    writeFileSync(join(place, "tokenizer_config.json"), JSON.stringify(tokenizerConfig));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2];
  if (!folder) {
    console.error("usage: node scripts/tiny-onnx.mjs FOLDER");
    process.exit(2);
  }
  writeTinyModels(folder);
  console.log(`tiny/encoder, tiny/other and tiny/reranker are in ${folder}`);
}
