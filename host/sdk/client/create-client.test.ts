import { expect, test } from 'bun:test';
import { ApiError } from './ApiError.ts';
import { createClient } from './create-client.ts';

interface Setup {
  answer: () => Response | Promise<Response>;
  token?: string;
}

function setUp({ answer, token = 't1' }: Setup) {
  const sent: { address: string; init: RequestInit }[] = [];
  const refused: string[] = [];
  const outcomes: (string | undefined)[] = [];
  const client = createClient({
    token: () => (token === '' ? undefined : token),
    locale: () => 'sw-KE',
    fetch: async (address, init) => {
      sent.push({ address, init });
      return answer();
    },
    onRefused: (which) => refused.push(which),
    onOutcome: (error) => outcomes.push(error?.code),
  });
  return { client, sent, refused, outcomes };
}

const fails = (status: number, body: unknown) => () => Response.json(body, { status });

async function failureOf(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('it did not fail as expected');
  return error;
}

test('sends token and language, and hands out the content', async () => {
  const { client, sent } = setUp({
    answer: () => Response.json({ status: true, message: '', content: [1] }),
  });
  expect(await client.post<number[]>('menu', 'tree', { a: 1 })).toEqual([1]);
  expect(sent[0]?.address).toBe('/api/menu/tree');
  expect(sent[0]?.init.headers).toMatchObject({ authorization: 'Bearer t1', 'accept-language': 'sw-KE' });
});

test('a 401 ends the session that was sent, and a call without one ends nothing', async () => {
  const body = { status: false, code: 'unauthenticated', message: 'x', errors: [] };
  const signedIn = setUp({ answer: fails(401, body) });
  await failureOf(signedIn.client.post('a', 'b', {}));
  expect(signedIn.refused).toEqual(['t1']);
  const signedOut = setUp({ answer: fails(401, { ...body, code: 'login_failed' }), token: '' });
  await failureOf(signedOut.client.post('administrator', 'login', {}));
  expect(signedOut.refused).toEqual([]);
});

test('a disabled account ends the session', async () => {
  const { client, refused } = setUp({
    answer: fails(403, { status: false, code: 'account_disabled', message: 'x', errors: [] }),
  });
  await failureOf(client.post('a', 'b', {}));
  expect(refused).toEqual(['t1']);
});

test('no answer and 5xx keep the session', async () => {
  const down = setUp({
    answer: () => {
      throw new TypeError('failed to fetch');
    },
  });
  const network = await failureOf(down.client.post('a', 'b', {}));
  expect([network.code, network.isNetwork, network.isPassing]).toEqual(['network', true, true]);
  expect(down.refused).toEqual([]);
  const broken = setUp({ answer: () => new Response('<html>bad gateway</html>', { status: 502 }) });
  const gateway = await failureOf(broken.client.post('a', 'b', {}));
  expect([gateway.code, gateway.status]).toEqual(['bad_answer', 502]);
  expect(broken.refused).toEqual([]);
  expect(broken.outcomes).toEqual(['bad_answer']);
});

test('a proxy that answers 200 with its own page is a failure, not an empty list', async () => {
  const { client } = setUp({ answer: () => new Response('<html>login to wifi</html>') });
  expect((await failureOf(client.post('a', 'b', {}))).code).toBe('bad_answer');
});

test('issues, content and waiting time of a failure reach the caller', async () => {
  const { client } = setUp({
    answer: fails(429, {
      status: false,
      code: 'locked_out',
      message: 'Wait.',
      errors: [{ path: 'targets.0.url', message: 'No.' }],
      content: { seconds: 90 },
    }),
  });
  const error = await failureOf(client.post('a', 'b', {}));
  expect(error.retryAfter).toBe(90);
  expect(error.issues).toEqual([{ path: 'targets.0.url', message: 'No.' }]);
  expect(error.message).toBe('Wait.');
});
