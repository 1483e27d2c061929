// --import of a process that is to be interrupted: it gets Ctrl-C with its first line of progress ("0/3000"),
// however quick it is and however busy whoever started it.
const write = process.stderr.write.bind(process.stderr);
let sent = false;
process.stderr.write = (text, ...rest) => {
  if (!sent && /\d+\/\d+/.test(String(text))) {
    sent = true;
    process.kill(process.pid, "SIGINT");
  }
  return write(text, ...rest);
};
