#!/usr/bin/env bash
# Compiles faiss-node against the system's FAISS, for machines where its own install cannot fetch a binary.
# Usage: scripts/build-faiss.sh [FOLDER]   (a node_modules folder of this tree or of one above; default node_modules)
# Needs Debian's libfaiss-dev and libopenblas-dev (or the like), a C++ compiler, Python and npm; installs no package.
# The result is where import("faiss-node") finds it: node_modules/faiss-node/build/Release/faiss-node.node
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(node -p 'require("./package.json").optionalDependencies["faiss-node"]')
into=${1:-node_modules}
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
echo '{"private":true}' >"$work/package.json"
npm install --silent --ignore-scripts --no-audit --no-fund --prefix "$work" "faiss-node@$version"
package=$work/node_modules/faiss-node

# FAISS before 1.7.4 knows idx_t as a member of Index only; the binding was written for a later one
if ! printf '#include <faiss/IndexFlat.h>\nfaiss::idx_t x;\n' | c++ -std=c++17 -fsyntax-only -x c++ - 2>/dev/null; then
  sed -i 's/using idx_t = faiss::idx_t;/using idx_t = faiss::Index::idx_t;/' "$package/src/faiss.cc"
fi

api=$work/node_modules/node-addon-api
cat >"$package/binding.gyp" <<GYP
{ "targets": [ {
  "target_name": "faiss-node",
  "sources": [ "src/faiss.cc" ],
  "include_dirs": [ "$api" ],
  "defines": [ "NAPI_VERSION=6" ],
  "cflags_cc!": [ "-fno-exceptions", "-fno-rtti", "-std=gnu++17" ],
  "cflags_cc": [ "-fexceptions", "-frtti", "-std=c++17", "-fopenmp", "-O2", "-w" ],
  "libraries": [ "-lfaiss", "-lopenblas", "-lgomp" ]
} ] }
GYP

gyp=$(npm root -g)/npm/node_modules/node-gyp/bin/node-gyp.js
[ -f "$gyp" ] || gyp=$(npm root -g)/node-gyp/bin/node-gyp.js
headers=$(node -p 'require("path").resolve(process.execPath, "../..")')
nodedir=()
# the headers that came with this Node; without them node-gyp downloads them
[ -f "$headers/include/node/node_api.h" ] && nodedir=(--nodedir "$headers")
(cd "$package" && node "$gyp" rebuild --silent "${nodedir[@]}")

# the package as it is, without sources and the build's leftovers, and what its entry needs at run time
mkdir -p "$into"
for name in faiss-node bindings file-uri-to-path; do
  rm -rf "${into:?}/$name"
  mkdir -p "$into/$name"
done
cp -r "$package/package.json" "$package/lib" "$into/faiss-node/"
mkdir -p "$into/faiss-node/build/Release"
cp "$package/build/Release/faiss-node.node" "$into/faiss-node/build/Release/"
cp -r "$work/node_modules/bindings/." "$into/bindings/"
cp -r "$work/node_modules/file-uri-to-path/." "$into/file-uri-to-path/"
node -e 'const { IndexFlatIP } = require("faiss-node"); const i = new IndexFlatIP(2); i.add([1, 0]); if (i.ntotal() !== 1) process.exit(1)'
echo "faiss-node $version is built against the system's FAISS"
