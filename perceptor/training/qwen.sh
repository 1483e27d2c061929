#!/bin/sh
# Qwen's own recipe (qwen-vl-finetune of the Qwen3-VL repository); register qwen_data.py first, see there
# 60 epochs, batch 4, learning rate 1.0e-4: the paper's. LoRA r 8, alpha 32, frozen vision tower: chosen here.
# Pictures: 307200 pixels at most (300 tokens); serving must have the same limit (serving.md).
set -e
# started in the folder qwen-vl-finetune
torchrun --nproc_per_node=1 qwenvl/train/train_qwen.py \
  --model_name_or_path Qwen/Qwen3-VL-2B-Instruct \
  --dataset_use normact_perceptor_train \
  --tune_mm_llm True \
  --tune_mm_vision False \
  --tune_mm_mlp False \
  --lora_enable True \
  --lora_r 8 \
  --lora_alpha 32 \
  --max_pixels 307200 \
  --min_pixels 65536 \
  --model_max_length 2048 \
  --num_train_epochs 60 \
  --per_device_train_batch_size 4 \
  --gradient_accumulation_steps 1 \
  --learning_rate 1.0e-4 \
  --lr_scheduler_type cosine \
  --warmup_steps 741 \
  --bf16 \
  --save_strategy epoch \
  --save_total_limit 3 \
  --output_dir "perceptor-set/output/qwen"
