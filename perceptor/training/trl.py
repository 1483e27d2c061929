# TRL (pip install trl peft datasets pillow): python trl.py
# 60 epochs, batch 4, learning rate 1.0e-4: the paper's. LoRA r 8, alpha 32, frozen vision tower: chosen here.
# Pictures: 307200 pixels at most (300 tokens); serving must have the same limit (serving.md).
import os

from datasets import Image, List, load_dataset
from peft import LoraConfig
from transformers import AutoModelForImageTextToText, AutoProcessor
from trl import SFTConfig, SFTTrainer

os.chdir("perceptor-set")
data = load_dataset(
    "json",
    data_files={s: f"trainers/paper/trl/{s}.jsonl" for s in ("train", "validation")},
)
data = data.cast_column("images", List(Image()))

processor = AutoProcessor.from_pretrained("Qwen/Qwen3-VL-2B-Instruct")
processor.image_processor.size = {"shortest_edge": 65536, "longest_edge": 307200}
model = AutoModelForImageTextToText.from_pretrained("Qwen/Qwen3-VL-2B-Instruct", dtype="bfloat16")

trainer = SFTTrainer(
    model=model,
    processing_class=processor,
    train_dataset=data["train"],
    eval_dataset=data["validation"],
    peft_config=LoraConfig(
        r=8,
        lora_alpha=32,
        target_modules=r".*language_model.*\.(q_proj|k_proj|v_proj|o_proj|gate_proj|up_proj|down_proj)",
        task_type="CAUSAL_LM",
    ),
    args=SFTConfig(
        output_dir="output/trl",
        num_train_epochs=60,
        per_device_train_batch_size=4,
        learning_rate=1.0e-4,
        warmup_steps=741,
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
