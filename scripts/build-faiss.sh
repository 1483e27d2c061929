#!/usr/bin/env bash
# Compiles faiss-node against the system's FAISS, for machines where its own install cannot fetch a binary.
# Needs Debian's libfaiss-dev and libopenblas-dev (or the like), a C++ compiler, Python and npm; installs no package.
# The result is where import("faiss-node") finds it: node_modules/faiss-node/build/Release/faiss-node.node
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(node -p 'require("./package.json").optionalDependencies["faiss-node"]')
target=node_modules/faiss-node
if node -e 'require("faiss-node")' 2>/dev/null; then
  echo "faiss-node is there and works"
  exit 0
fi
if ! echo '#include <faiss/IndexFlat.h>' | c++ -std=c++17 -E -x c++ - >/dev/null 2>&1; then
  echo "FAISS's headers are missing: apt-get install libfaiss-dev libopenblas-dev (and g++)" >&2
  exit 1
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm pack --silent --pack-destination "$work" "faiss-node@$version" >/dev/null
tar -xzf "$work/faiss-node-$version.tgz" -C "$work"

# FAISS before 1.7.4 knows idx_t as a member of Index only; the binding was written for a later one
if ! printf '#include <faiss/IndexFlat.h>\nfaiss::idx_t x;\n' | c++ -std=c++17 -fsyntax-only -x c++ - 2>/dev/null; then
  sed -i 's/using idx_t = faiss::idx_t;/using idx_t = faiss::Index::idx_t;/' "$work/package/src/faiss.cc"
fi

api=$(node -p 'require("path").dirname(require.resolve("node-addon-api/package.json"))')
cat >"$work/package/binding.gyp" <<GYP
{ "targets": [ {
  "target_name": "faiss-node",
  "sources": [ "src/faiss.cc" ],
  "include_dirs": [ "$api" ],
  "defines": [ "NAPI_VERSION=6" ],
  "cflags_cc!": [ "-fno-exceptions", "-fno-rtti", "-std=gnu++17" ],
  "cflags_cc": [ "-fexceptions", "-frtti", "-std=c++17", "-fopenmp", "-O2" ],
  "libraries": [ "-lfaiss", "-lopenblas", "-lgomp" ]
} ] }
GYP

gyp=$(npm root -g)/npm/node_modules/node-gyp/bin/node-gyp.js
[ -f "$gyp" ] || gyp=$(npm root -g)/node-gyp/bin/node-gyp.js
headers=$(node -p 'require("path").resolve(process.execPath, "../..")')
nodedir=()
# the headers that came with this Node; without them node-gyp downloads them
[ -f "$headers/include/node/node_api.h" ] && nodedir=(--nodedir "$headers")
(cd "$work/package" && node "$gyp" rebuild --silent "${nodedir[@]}")

mkdir -p "$target"
cp -r "$work/package/package.json" "$work/package/lib" "$target/"
mkdir -p "$target/build/Release"
cp "$work/package/build/Release/faiss-node.node" "$target/build/Release/"
node -e 'const { IndexFlatIP } = require("faiss-node"); const i = new IndexFlatIP(2); i.add([1, 0]); if (i.ntotal() !== 1) process.exit(1)'
echo "faiss-node $version is built against the system's FAISS"
