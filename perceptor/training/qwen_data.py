# Put these into qwenvl/data/__init__.py of the recipe, beside the sets that are there.
NORMACT_PERCEPTOR_TRAIN = {
    "annotation_path": "perceptor-set/trainers/paper/qwen/train.json",
    "data_path": "perceptor-set",
}
# data_dict["normact_perceptor_train"] = NORMACT_PERCEPTOR_TRAIN
