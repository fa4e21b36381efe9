import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { startProduct } from '../product.ts';

/** So long Caddy keeps a connection for the next request. */
const PROXY_KEEPS_MS = 120_000;

test('a connection that a proxy still keeps is not closed: the call that comes on it is answered', async () => {
  const product = await startProduct();
  const { hostname, port } = new URL(product.origin);
  const socket = connect(Number(port), hostname);
  let heard = '';
  let isClosed = false;
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    heard += text;
  });
  socket.on('close', () => {
    isClosed = true;
  });
  const call = async (): Promise<string> => {
    heard = '';
    const body = '{}';
    socket.write(
      `POST /api/security/challenge HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    for (let waited = 0; waited < 10_000 && !heard.includes('\r\n\r\n') && !isClosed; waited += 20)
      await Bun.sleep(20);
    return heard.split('\r\n')[0] ?? '';
  };
  try {
    expect(await call()).toBe('HTTP/1.1 200 OK');
    await Bun.sleep(PROXY_KEEPS_MS);
    expect([isClosed, await call()]).toEqual([false, 'HTTP/1.1 200 OK']);
  } finally {
    socket.destroy();
    await product.stop();
  }
}, 180_000);
