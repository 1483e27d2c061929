import type { Files, Trainer } from "../export/trainers.js";
import { type ConfigInput, PIXELS, SETTINGS as S } from "./settings.js";

// YAML 1.1 readers take "1e-4" for a text
const rate = `${S.learningRate.toExponential(1)}`;
const head = (what: string): string =>
  `# ${what}\n# ${S.epochs} epochs, batch ${S.batch}, learning rate ${rate}: the paper's. LoRA r ${S.loraRank}, alpha ${S.loraAlpha}, frozen vision tower: chosen here.\n# Pictures: ${PIXELS.max} pixels at most (${PIXELS.tokens} tokens); serving must have the same limit (serving.md).\n`;

/** In steps, since the newest trainers have dropped the setting for a share. */
const warmupSteps = (examples: number): number =>
  Math.round(S.warmup * S.epochs * Math.ceil(examples / S.batch));

/** Configuration and command of each trainer, by file name. */
export const TRAINER_CONFIGS: Record<Trainer, (input: ConfigInput) => Files> = {
  "ms-swift": ({ mode, folder, model, examples }) => ({
    "ms-swift.sh": `#!/bin/sh
${head("ms-swift (pip install 'ms-swift>=4')")}set -e
cd "${folder}"
IMAGE_MAX_TOKEN_NUM=${PIXELS.tokens} ROOT_IMAGE_DIR="$PWD" swift sft \\
  --model ${model} \\
  --use_hf true \\
  --dataset trainers/${mode}/ms-swift/train.jsonl \\
  --val_dataset trainers/${mode}/ms-swift/validation.jsonl \\
  --tuner_type lora \\
  --lora_rank ${S.loraRank} \\
  --lora_alpha ${S.loraAlpha} \\
  --target_modules all-linear \\
  --freeze_vit true \\
  --freeze_aligner true \\
  --torch_dtype bfloat16 \\
  --num_train_epochs ${S.epochs} \\
  --per_device_train_batch_size ${S.batch} \\
  --gradient_accumulation_steps 1 \\
  --learning_rate ${rate} \\
  --warmup_steps ${warmupSteps(examples)} \\
  --max_length ${S.maxLength} \\
  --save_strategy epoch \\
  --eval_strategy epoch \\
  --save_total_limit 3 \\
  --load_best_model_at_end true \\
  --output_dir output/ms-swift
# then, with the checkpoint that you chose:
# swift export --adapters output/ms-swift/<run>/<checkpoint> --merge_lora true --output_dir output/normperceptor
`,
  }),
  "llama-factory": ({ mode, folder, model, examples }) => ({
    "llama-factory.yaml": `${head("LLaMA-Factory: llamafactory-cli train llama-factory.yaml (started in the exported folder)")}# cd "${folder}"
model_name_or_path: ${model}
template: qwen3_vl_nothink
image_max_pixels: ${PIXELS.max}
image_min_pixels: ${PIXELS.min}

stage: sft
do_train: true
finetuning_type: lora
lora_rank: ${S.loraRank}
lora_alpha: ${S.loraAlpha}
lora_target: all
freeze_vision_tower: true
freeze_multi_modal_projector: true

dataset_dir: trainers/${mode}/llama-factory
media_dir: .
dataset: normact_perceptor_train
eval_dataset: normact_perceptor_validation
cutoff_len: ${S.maxLength}

output_dir: output/llama-factory
num_train_epochs: ${S.epochs}
per_device_train_batch_size: ${S.batch}
gradient_accumulation_steps: 1
learning_rate: ${rate}
lr_scheduler_type: cosine
warmup_steps: ${warmupSteps(examples)}
bf16: true
save_strategy: epoch
eval_strategy: epoch
save_total_limit: 3
load_best_model_at_end: true
`,
    "llama-factory-merge.yaml": `# llamafactory-cli export llama-factory-merge.yaml
model_name_or_path: ${model}
adapter_name_or_path: output/llama-factory
template: qwen3_vl_nothink
export_dir: output/normperceptor
`,
  }),
  qwen: ({ mode, folder, model, examples }) => ({
    "qwen.sh": `#!/bin/sh
${head("Qwen's own recipe (qwen-vl-finetune of the Qwen3-VL repository); register qwen_data.py first, see there")}set -e
# started in the folder qwen-vl-finetune
torchrun --nproc_per_node=1 qwenvl/train/train_qwen.py \\
  --model_name_or_path ${model} \\
  --dataset_use normact_perceptor_train \\
  --tune_mm_llm True \\
  --tune_mm_vision False \\
  --tune_mm_mlp False \\
  --lora_enable True \\
  --lora_r ${S.loraRank} \\
  --lora_alpha ${S.loraAlpha} \\
  --max_pixels ${PIXELS.max} \\
  --min_pixels ${PIXELS.min} \\
  --model_max_length ${S.maxLength} \\
  --num_train_epochs ${S.epochs} \\
  --per_device_train_batch_size ${S.batch} \\
  --gradient_accumulation_steps 1 \\
  --learning_rate ${rate} \\
  --lr_scheduler_type cosine \\
  --warmup_steps ${warmupSteps(examples)} \\
  --bf16 \\
  --save_strategy epoch \\
  --save_total_limit 3 \\
  --output_dir "${folder}/output/qwen"
`,
    "qwen_data.py": `# Put these into qwenvl/data/__init__.py of the recipe, beside the sets that are there.
NORMACT_PERCEPTOR_TRAIN = {
    "annotation_path": "${folder}/trainers/${mode}/qwen/train.json",
    "data_path": "${folder}",
}
# data_dict["normact_perceptor_train"] = NORMACT_PERCEPTOR_TRAIN
`,
  }),
  trl: ({ mode, folder, model, examples }) => ({
    "trl.py": `${head("TRL (pip install trl peft datasets pillow): python trl.py")}import os

from datasets import Image, List, load_dataset
from peft import LoraConfig
from transformers import AutoModelForImageTextToText, AutoProcessor
from trl import SFTConfig, SFTTrainer

os.chdir("${folder}")
data = load_dataset(
    "json",
    data_files={s: f"trainers/${mode}/trl/{s}.jsonl" for s in ("train", "validation")},
)
data = data.cast_column("images", List(Image()))

processor = AutoProcessor.from_pretrained("${model}")
processor.image_processor.size = {"shortest_edge": ${PIXELS.min}, "longest_edge": ${PIXELS.max}}
model = AutoModelForImageTextToText.from_pretrained("${model}", dtype="bfloat16")

trainer = SFTTrainer(
    model=model,
    processing_class=processor,
    train_dataset=data["train"],
    eval_dataset=data["validation"],
    peft_config=LoraConfig(
        r=${S.loraRank},
        lora_alpha=${S.loraAlpha},
        target_modules=r".*language_model.*\\.(q_proj|k_proj|v_proj|o_proj|gate_proj|up_proj|down_proj)",
        task_type="CAUSAL_LM",
    ),
    args=SFTConfig(
        output_dir="output/trl",
        num_train_epochs=${S.epochs},
        per_device_train_batch_size=${S.batch},
        learning_rate=${rate},
        warmup_steps=${warmupSteps(examples)},
        # the prompt and the picture are given, the cue is learned
        completion_only_loss=True,
        bf16=True,
        # picture tokens must not be cut away
        max_length=None,
        save_strategy="epoch",
        eval_strategy="epoch",
        save_total_limit=3,
        load_best_model_at_end=True,
    ),
)
trainer.train()
trainer.model.merge_and_unload().save_pretrained("output/normperceptor")
processor.save_pretrained("output/normperceptor")
`,
  }),
};

/** How to serve what was trained, with the training's pixel budget. */
export function servingNotes(input: ConfigInput): string {
  return `# Serving a perceptor

Each of these answers under an address that normact takes:

\`\`\`sh
normact eval --model openai/MODEL --cue generated \\
  --perceptor compatible/normperceptor --perceptor-base-url http://localhost:8000/v1
\`\`\`

Every server must shrink pictures to what training saw: at most ${PIXELS.max} pixels, ${PIXELS.tokens} tokens. normact sends
640 × 480 and resizes nothing.

vLLM (0.11 or later), the LoRA merged into the model:

\`\`\`sh
vllm serve ${input.folder}/output/normperceptor --served-model-name normperceptor --port 8000 \\
  --max-model-len 4096 --limit-mm-per-prompt '{"image": 1, "video": 0}' \\
  --mm-processor-kwargs '{"size": {"shortest_edge": ${PIXELS.min}, "longest_edge": ${PIXELS.max}}}'
\`\`\`

vLLM, the adapter beside the model (it must leave the vision tower alone, as these configurations do):

\`\`\`sh
vllm serve ${input.model} --enable-lora --max-lora-rank ${S.loraRank} --port 8000 \\
  --lora-modules normperceptor=${input.folder}/output/llama-factory \\
  --max-model-len 4096 --limit-mm-per-prompt '{"image": 1, "video": 0}' \\
  --mm-processor-kwargs '{"size": {"shortest_edge": ${PIXELS.min}, "longest_edge": ${PIXELS.max}}}'
\`\`\`

llama-server (llama.cpp): convert the merged model, and its vision part with \`--mmproj\`:

\`\`\`sh
python convert_hf_to_gguf.py ${input.folder}/output/normperceptor --outfile normperceptor.gguf --outtype q8_0
python convert_hf_to_gguf.py ${input.folder}/output/normperceptor --mmproj --outfile mmproj-normperceptor.gguf
llama-server -m normperceptor.gguf --mmproj mmproj-normperceptor.gguf --image-max-tokens ${PIXELS.tokens} \\
  --alias normperceptor --port 8000 --ctx-size 4096
\`\`\`

Ollama, from the same two files (its pictures have a budget of Ollama's own; compare cues before you trust them):

\`\`\`sh
printf 'FROM ./normperceptor.gguf\\nFROM ./mmproj-normperceptor.gguf\\nPARAMETER temperature 0\\n' > Modelfile
ollama create normperceptor -f Modelfile
# then --perceptor-base-url http://localhost:11434/v1
\`\`\`
`;
}

/** A configuration for a set that has no validation pictures: nothing is evaluated on the way. */
export function withoutValidation(content: string): string {
  return content
    .split("\n")
    .filter((line) => !/val_dataset|eval_dataset|eval_strategy|load_best_model_at_end/.test(line))
    .join("\n")
    .replace('("train", "validation")', '("train",)');
}
