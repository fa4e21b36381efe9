import { expect, test } from 'bun:test';
import { whenAnswered } from './when-answered.ts';

test('who waits for pages goes on when all of them are answered, not when somebody listens', async () => {
  let isBuilt = false;
  const asked: string[] = [];
  const server = Bun.serve({
    port: 0,
    fetch: ({ url }) => {
      const { pathname } = new URL(url);
      asked.push(pathname);
      return pathname === '/' || isBuilt ? new Response('built') : new Response('building', { status: 503 });
    },
  });
  let isOver = false;
  const waiting = whenAnswered([`${server.url}`, `${server.url}remote.json`]).then(() => {
    isOver = true;
  });
  while (asked.filter((path) => path === '/remote.json').length < 2) await Bun.sleep(5);
  expect(isOver).toBe(false);
  isBuilt = true;
  await waiting;
  expect(asked.filter((path) => path === '/')).toHaveLength(1);
  await server.stop(true);
});
