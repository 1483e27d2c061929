#!/bin/sh
# ms-swift (pip install 'ms-swift>=4')
# 60 epochs, batch 4, learning rate 1.0e-4: the paper's. LoRA r 8, alpha 32, frozen vision tower: chosen here.
# Pictures: 307200 pixels at most (300 tokens); serving must have the same limit (serving.md).
set -e
cd "perceptor-set"
IMAGE_MAX_TOKEN_NUM=300 ROOT_IMAGE_DIR="$PWD" swift sft \
  --model Qwen/Qwen3-VL-2B-Instruct \
  --use_hf true \
  --dataset trainers/paper/ms-swift/train.jsonl \
  --val_dataset trainers/paper/ms-swift/validation.jsonl \
  --tuner_type lora \
  --lora_rank 8 \
  --lora_alpha 32 \
  --target_modules all-linear \
  --freeze_vit true \
  --freeze_aligner true \
  --torch_dtype bfloat16 \
  --num_train_epochs 60 \
  --per_device_train_batch_size 4 \
  --gradient_accumulation_steps 1 \
  --learning_rate 1.0e-4 \
  --warmup_steps 741 \
  --max_length 2048 \
  --save_strategy epoch \
  --eval_strategy epoch \
  --save_total_limit 3 \
  --load_best_model_at_end true \
  --output_dir output/ms-swift
# then, with the checkpoint that you chose:
# swift export --adapters output/ms-swift/<run>/<checkpoint> --merge_lora true --output_dir output/normperceptor
