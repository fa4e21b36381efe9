/** A process that answers each byte on a unix socket and does nothing else: how long the machine itself keeps one waiting. */
const [path = ''] = process.argv.slice(2);
Bun.listen({ unix: path, socket: { data: (socket, bytes) => void socket.write(bytes) } });
process.send?.('ready');
