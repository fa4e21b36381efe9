/** Whether somebody takes connections at a port of loopback. */
export async function isListening(port: number, hostname = '127.0.0.1'): Promise<boolean> {
  try {
    const socket = await Bun.connect({ hostname, port, socket: { data: () => undefined } });
    socket.end();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}
