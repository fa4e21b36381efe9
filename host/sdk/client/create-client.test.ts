import { expect, test } from 'bun:test';
import { ApiError } from './ApiError.ts';
import { createClient } from './create-client.ts';

interface Setup {
  answer: () => Response | Promise<Response>;
  token?: string;
  /** The token that follows a refused one. */
  next?: () => Promise<string | undefined>;
  /** What the person answers to each question for a code, in this order. */
  codes?: (string | undefined)[];
  /** The token of the login that says the password. */
  login?: string;
}

function setUp({ answer, token = 't1', next, codes = [], login }: Setup) {
  const questions: boolean[] = [];
  const sent: { address: string; init: RequestInit }[] = [];
  const refused: (string | undefined)[] = [];
  const outcomes: (string | undefined)[] = [];
  const client = createClient({
    token: () => (token === '' ? undefined : token),
    locale: () => 'sw-KE',
    fetch: async (address, init) => {
      sent.push({ address, init });
      return answer();
    },
    onRefused: (which) => {
      refused.push(which);
      return next?.();
    },
    onSecondFactor: async (isWrong) => {
      questions.push(isWrong);
      return codes.shift();
    },
    onPassword: async () => login,
    onOutcome: (error) => outcomes.push(error?.code),
  });
  return { client, sent, refused, outcomes, questions };
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

const ended = () => Response.json({ status: false, code: 'unauthenticated', message: 'x' }, { status: 401 });
const fine = (content: unknown) => Response.json({ status: true, message: '', content });
const tokensOf = (sent: readonly { init: RequestInit }[]) =>
  sent.map(({ init }) => (init.headers as Record<string, string>).authorization);

test('what was refused for want of a session is done once, with the next one, as it was asked for', async () => {
  const login = Promise.withResolvers<string>();
  const answers = [ended(), ended(), fine(1), fine(2)];
  const { client, sent } = setUp({ answer: () => answers.shift() ?? ended(), next: () => login.promise });
  const both = Promise.all([client.post('a', 'one', { x: 1 }), client.post('a', 'two', { x: 2 })]);
  await Bun.sleep(0);
  expect(sent).toHaveLength(2);
  login.resolve('t2');
  expect(await both).toEqual([1, 2]);
  expect(tokensOf(sent)).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2', 'Bearer t2']);
  expect(sent.map(({ address, init }) => [address, init.body])).toEqual([
    ['/api/a/one', '{"x":1}'],
    ['/api/a/two', '{"x":2}'],
    ['/api/a/one', '{"x":1}'],
    ['/api/a/two', '{"x":2}'],
  ]);
});

test('what may be used once is made anew for the second try', async () => {
  const answers = [ended(), fine(1)];
  const { client, sent } = setUp({ answer: () => answers.shift() ?? ended(), next: async () => 't2' });
  let seals = 0;
  const seal = async () => ({ sealed: ++seals });
  await client.post('a', 'b', await seal(), { again: seal });
  expect(sent.map(({ init }) => init.body)).toEqual(['{"sealed":1}', '{"sealed":2}']);
});

test('a call that is refused again has failed, and whoever leaves has it fail at once', async () => {
  const again = setUp({ answer: ended, next: async () => 't2' });
  expect((await failureOf(again.client.post('a', 'b', {}))).code).toBe('unauthenticated');
  expect([again.sent.length, again.refused]).toEqual([2, ['t1', 't2']]);
  const left = setUp({ answer: ended, next: async () => undefined });
  expect((await failureOf(left.client.post('a', 'b', {}))).status).toBe(401);
  expect(left.sent).toHaveLength(1);
});

test('whoever was never signed in is told of, but only where somebody has to be', async () => {
  const nobody = setUp({ answer: ended, token: '' });
  await failureOf(nobody.client.post('a', 'b', {}));
  expect(nobody.refused).toEqual([undefined]);
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

test('a call that wants a second factor is made again with each code that the person gives, and fails when they give none', async () => {
  const answers = [
    fails(403, { status: false, code: 'second_factor_required', message: 'Code, please.' }),
    fails(403, { status: false, code: 'second_factor_wrong', message: 'Wrong.' }),
    () => Response.json({ status: true, message: '', content: 'paid' }),
  ];
  const { client, sent, questions, refused } = setUp({
    answer: () => answers.shift()?.() ?? Response.error(),
    codes: ['111111', '222222'],
  });
  let made = 0;
  const again = async () => {
    made += 1;
    return { made };
  };
  expect(await client.post<string>('wallet', 'pay', { made: 0 }, { again })).toBe('paid');
  expect(questions).toEqual([false, true]);
  expect(refused).toEqual([]);
  const headers = sent.map(({ init }) => new Headers(init.headers).get('x-second-factor'));
  expect(headers).toEqual([null, '111111', '222222']);
  expect(sent.map(({ init }) => JSON.parse(String(init.body)))).toEqual([
    { made: 0 },
    { made: 1 },
    { made: 2 },
  ]);
  const left = setUp({
    answer: fails(403, { status: false, code: 'second_factor_required', message: 'Code, please.' }),
    codes: [undefined],
  });
  expect((await failureOf(left.client.post('wallet', 'pay', {}))).code).toBe('second_factor_required');
  expect(left.sent).toHaveLength(1);
});

test('a call that wants the password is made again with the token of the login that says it, and fails without one', async () => {
  const wanted = fails(403, { status: false, code: 'password_needed', message: 'Password, please.' });
  const answers = [wanted, () => Response.json({ status: true, message: '', content: 'saved' })];
  const { client, sent } = setUp({
    answer: () => answers.shift()?.() ?? Response.error(),
    login: 't2',
  });
  expect(await client.post<string>('mail', 'change_settings', {})).toBe('saved');
  expect(sent.map(({ init }) => new Headers(init.headers).get('authorization'))).toEqual([
    'Bearer t1',
    'Bearer t2',
  ]);
  const left = setUp({ answer: wanted });
  expect((await failureOf(left.client.post('mail', 'change_settings', {}))).code).toBe('password_needed');
  expect(left.sent).toHaveLength(1);
});
