// Loaded before a program that another one starts: it ends with that one, however that ends. Programs that this program starts
// inherit the options of Node, but have another parent.
const { STARTED_BY } = process.env;
if (process.channel && STARTED_BY === String(process.ppid)) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
