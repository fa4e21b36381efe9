import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { apiOf, seal, signIn } from '../api.ts';
import { giveSecondFactor } from '../second-factor.ts';
import { isOut } from './people.ts';
import { openWorld, until, type World } from './world.ts';

setDefaultTimeout(120_000);
let world: World;
beforeAll(async () => {
  world = await openWorld();
});

test('a stolen session that guesses codes from many networks ends after five, and its owner is notified', async () => {
  const { origin } = world.product;
  const account = await createAccount(world.product, { account: 'guessed.op', role: 'administrator' });
  const api = await signIn(origin, account);
  const codeOf = await giveSecondFactor(api, account.password);
  const guess = (totp: string, at: number) =>
    api.call(
      'api_key/add',
      { name: 'Guessed' },
      { 'x-second-factor': totp, 'x-forwarded-for': `198.51.${at}.7` },
    );
  for (let at = 0; at < 5; at += 1) expect((await guess('000000', at)).status).toBe(403);
  expect(await isOut(api)).toBe(true);
  expect((await guess(codeOf(1), 9)).status).toBe(401);
  const guest = apiOf(origin);
  const sealed = (text: string, field: string) => seal(guest, text, 'administrator', 'login', field);
  const { content } = await guest.call<{ token: string }>(
    'administrator/login',
    {
      account: account.account,
      password: await sealed(account.password, 'password'),
      totp: codeOf(1),
    },
    { 'x-forwarded-for': '198.51.100.200' },
  );
  const again = apiOf(origin, content.token);
  const { content: messages } = await until(
    async () => (await again.call<{ content: { title: string }[] }>('message/user_inquire')).content,
    ({ content }) => content.length > 0,
  );
  expect(messages.map(({ title }) => title)).toContain('A session of yours was ended');
});
