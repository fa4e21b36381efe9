import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { definePlugin, SITE_MESSAGES, SYSTEM_MAIL, type SystemMail } from '@waypost/sdk';
import { type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { type SendOptions, sendBySmtp } from '../../../runtime/outgoing/smtp/send-by-smtp.ts';
import { createAuthority, type TestAuthority } from '../../../runtime/outgoing/testing/certificates.ts';
import { startSmtpServer, type TestSmtpServer } from '../../../runtime/outgoing/testing/smtp-server.ts';
import { administrator } from '../screens/administrators/resource.ts';
import { letter } from '../screens/mail_config/resource.ts';
import { tellAdministrators } from '../screens/message_list/notices.ts';
import { mountMessages } from '../screens/message_list/routes.ts';
import { siteMessages } from '../screens/message_list/site-messages.ts';
import { systemSettings } from '../settings.ts';
import { mountMail, type PersonMail } from './mount-mail.ts';
import { MOST_WAITING } from './outbox.ts';

const MINUTE_MS = 60_000;
/** Long enough for a busy machine; the test of a server that never answers has a shorter one. */
const sending: SendOptions = { limitMs: 40_000 };
setDefaultTimeout(60_000);

let authority: TestAuthority;
let server: TestSmtpServer;
let t: TestPlugin;
let mail: PersonMail;
let letters = 0;

const folder = join(import.meta.dir, '..');
/** What `system` does for letters, without its screens. */
const system = definePlugin({
  id: 'system',
  async setup(context) {
    const settings = context.settings(systemSettings);
    mail = await mountMail(context, settings.get, (smtp, letter) => sendBySmtp(smtp, letter, sending));
    mountMessages(context);
    context.provide(SITE_MESSAGES, siteMessages(context));
  },
});
const manifest = {
  id: 'system',
  version: '0.1.0',
  engine: '^0.1.0',
  title: 'system.title',
  server: 'server.ts',
  areas: ['message', 'mail'],
  capabilities: ['identity', 'jobs', 'settings:secrets'],
  schedules: ['send_mail'],
  services: { [SYSTEM_MAIL]: '1.0.0', [SITE_MESSAGES]: '1.1.0' },
};

beforeAll(async () => {
  authority = createAuthority();
  sending.authorities = authority.certificate;
  const certificate = authority.issue(['127.0.0.1', 'localhost'], 2);
  server = await startSmtpServer({ certificate });
  t = await testPlugin(system, { folder, manifest });
}, 60_000);
afterAll(async () => {
  await t?.dispose();
  await server?.close();
  authority?.close();
});

beforeEach(async () => {
  server.received.length = 0;
  server.refusal = undefined;
  await t.context.model(letter).deleteMany({});
  await configure({});
});

async function configure(change: Record<string, unknown>): Promise<void> {
  await t.settings.change({
    mail_host: '127.0.0.1',
    mail_port: server.port,
    mail_security: 'starttls',
    mail_user: 'waypost',
    mail_password: 'letters4us',
    mail_from: 'back-office@qr.example',
    mail_reply_to: '',
    mail_language: 'en-US',
    ...change,
  });
  // Settings are at most a second old.
  t.clock.set(new Date(t.clock.now() + 2_000));
}
const service = () => t.service<SystemMail>(SYSTEM_MAIL);
const written = async (change: object = {}) => {
  letters += 1;
  const about = { to: 'ada@reader.example', subject: 'Hello', text: 'One line\n\nAnother' };
  return service().send({ ...about, occasion: `letter ${letters}`, ...change });
};
const run = () => t.jobs.run('send_mail');
const rows = () => t.rows(letter).all();
const messageId = (raw: string) => /^Message-ID: (.*)$/m.exec(raw)?.[1];

test('a letter goes out encrypted and logged in, as text and as HTML, once', async () => {
  expect(await written({ occasion: 'once', text: 'Codes & <b>figures</b>' })).toBe(true);
  expect(await written({ occasion: 'once' })).toBe(false);
  await run();
  await run();
  expect(server.received).toMatchObject([
    { from: 'back-office@qr.example', to: ['ada@reader.example'], isEncrypted: true, user: 'waypost' },
  ]);
  const raw = server.received[0]?.raw ?? '';
  expect(raw).toContain('Codes & <b>figures</b>');
  expect(raw).toContain('<p>Codes &amp; &lt;b&gt;figures&lt;/b&gt;</p>');
  expect(raw).toContain('Auto-Submitted: auto-generated');
  expect(await rows()).toMatchObject([{ state: 'sent', attempts: 1, body: '', answer: '250 taken' }]);
});

test('what a name or subject holds never becomes a header or a further recipient', async () => {
  await written({ subject: 'Report\r\nBcc: victim@else.example\r\nX-Evil: yes' });
  await expect(written({ to: 'ada@reader.example\r\nRCPT TO:<victim@else.example>' })).rejects.toMatchObject({
    code: 'invalid_input',
  });
  await expect(written({ to: 'ada@reader.example, victim@else.example' })).rejects.toMatchObject({
    code: 'invalid_input',
  });
  await run();
  expect(server.received.map(({ to }) => to)).toEqual([['ada@reader.example']]);
  const [head = ''] = (server.received[0]?.raw ?? '').split('\r\n\r\n');
  expect(head).not.toMatch(/^(Bcc|X-Evil):/im);
});

test('a server that asks to come back later gets the letter later, and the same one', async () => {
  server.refusal = { status: 451, text: 'greylisted, come back in a minute' };
  await written();
  await run();
  expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  expect((await rows())[0]?.answer).toContain('greylisted');
  const before = String((await rows())[0]?._id);
  server.refusal = undefined;
  await run();
  expect(server.received).toHaveLength(0);
  await t.clock.advance(MINUTE_MS);
  expect(server.received.map(({ raw }) => messageId(raw))).toEqual([`<${before}@qr.example>`]);
});

test('a recipient that is refused for good is given up at once and holds nobody up', async () => {
  server.refusal = { status: 550, text: 'no such user' };
  await written();
  await run();
  expect(await rows()).toMatchObject([{ state: 'failed', attempts: 1 }]);
  server.refusal = undefined;
  await written();
  await t.clock.advance(60 * MINUTE_MS);
  expect(server.received).toHaveLength(1);
});

test('a server that is away or refuses the login keeps the letters; they go out when it is put right', async () => {
  await configure({ mail_password: 'wrong' });
  await written();
  await written();
  await run();
  // One try: what is wrong with the server is wrong for the next letter as well.
  expect((await rows()).map(({ attempts }) => attempts).sort()).toEqual([0, 1]);
  expect((await rows()).every(({ state }) => state === 'waiting')).toBe(true);
  await configure({});
  await t.clock.advance(2 * MINUTE_MS);
  expect(server.received).toHaveLength(2);
});

test('a server that takes the connection and never says a word holds the job up for its limit only', async () => {
  const silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } });
  const { limitMs } = sending;
  try {
    sending.limitMs = 500;
    await configure({ mail_port: silent.port });
    await written();
    await run();
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  } finally {
    Object.assign(sending, { limitMs });
    silent.stop(true);
  }
});

test('nothing is said in the clear, and to nobody whose certificate is not trusted', async () => {
  const plain = await startSmtpServer({ kind: 'none' });
  const stranger = createAuthority();
  const untrusted = await startSmtpServer({ certificate: stranger.issue(['127.0.0.1'], 2) });
  try {
    for (const other of [plain, untrusted]) {
      await configure({ mail_port: other.port });
      await written();
      await run();
      expect(other.received).toEqual([]);
    }
    expect((await rows()).every(({ state }) => state === 'waiting')).toBe(true);
  } finally {
    await plain.close();
    await untrusted.close();
    stranger.close();
  }
});

test('TLS from the start, and no encryption where the operator says so, work as well', async () => {
  const encrypted = await startSmtpServer({ certificate: authority.issue(['127.0.0.1'], 2), kind: 'tls' });
  const plain = await startSmtpServer({ kind: 'none' });
  try {
    await configure({ mail_port: encrypted.port, mail_security: 'tls' });
    await written();
    await run();
    expect(encrypted.received).toMatchObject([{ isEncrypted: true, user: 'waypost' }]);
    await configure({ mail_port: plain.port, mail_security: 'none', mail_user: '' });
    await written();
    await run();
    expect(plain.received).toMatchObject([{ isEncrypted: false, user: undefined }]);
  } finally {
    await encrypted.close();
    await plain.close();
  }
});

test('until a server is set up nothing is queued, and whoever asks is told', async () => {
  await configure({ mail_host: '' });
  expect(await service().isOn()).toBe(false);
  await expect(written()).rejects.toMatchObject({ code: 'mail_off' });
});

test('a letter whose sender died is sent by the next one when its claim is over, not before', async () => {
  await written();
  await t.context
    .model(letter)
    .updateMany({}, { $set: { claim: 'dead', claimed_until: new Date(t.clock.now() + 3 * MINUTE_MS) } });
  await t.restart();
  await run();
  expect(server.received).toHaveLength(0);
  await t.clock.advance(3 * MINUTE_MS);
  expect(server.received).toHaveLength(1);
});

test('a queue that nobody takes from ends somewhere', async () => {
  await written();
  const [row] = await rows();
  const copies = Array.from({ length: MOST_WAITING - 1 }, (_, at) => ({
    ...row,
    _id: at.toString(16).padStart(24, '0'),
  }));
  await t.context.model(letter).insertMany(copies as never);
  await expect(written()).rejects.toMatchObject({ code: 'mail_queue_full' });
});

test('a link to a new password is in the letter and nowhere else, and opens the account', async () => {
  const ada = await t.person('ada.reader');
  await configure({ mail_language: 'sw-KE' });
  await mail.outbox.writePasswordLink({ account: ada.id, to: 'ada@reader.example', subject: 'Link' });
  expect(JSON.stringify(await rows())).not.toContain('set_password');
  await run();
  const raw = (server.received[0]?.raw ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const token = /set_password\?token=([\w-]+)/.exec(raw)?.[1] ?? '';
  expect(raw).toContain('amekutumia kiungo');
  expect(await t.context.identity.people.passwordLinkOf(token)).toMatchObject({ account: 'ada.reader' });
  expect(JSON.stringify(await rows())).not.toContain(token);
});

test('operators with an address get alerts by e-mail, once each and in the language of letters', async () => {
  const root = await t.person('root.op', { role: 'super' });
  await t.person('quiet.op', { role: 'super' });
  await t.context.model(administrator).updateOne({ _id: root.id }, { $set: { email: 'root@op.example' } });
  const notice = { kind: 'visits_differ', params: { visits: '0', differences: '2' } };
  const told = { notice, written: { title: 'visits', content: '2', occasion: 'differ 1' } };
  await tellAdministrators(t.context, told);
  await tellAdministrators(t.context, told);
  await run();
  expect(server.received.map(({ to, raw }) => [to, raw.includes('Counters of visits do not agree')])).toEqual(
    [[['root@op.example'], true]],
  );
  await t.settings.change({ mail_alerts: false });
  t.clock.set(new Date(t.clock.now() + 2_000));
  await tellAdministrators(t.context, { ...told, written: { ...told.written, occasion: 'differ 2' } });
  await run();
  expect(server.received).toHaveLength(1);
});

test('what a screen of its own says of an alert stands in the letter, too: it is read away from the inbox', async () => {
  await t.settings.change({ mail_alerts: true });
  const op = await t.person('away.op', { role: 'super' });
  await t.context.model(administrator).updateOne({ _id: op.id }, { $set: { email: 'away@op.example' } });
  t.clock.set(new Date(t.clock.now() + 2_000));
  await tellAdministrators(t.context, {
    notice: { kind: 'system.server.notice.key_changed', params: { name: 'web 1', address: '192.0.2.1:22' } },
    written: { title: 'key', content: 'neutral', occasion: 'server key' },
  });
  await run();
  const told = server.received.find(({ to }) => to.includes('away@op.example'));
  const raw = (told?.raw ?? '').replaceAll('=\r\n', '');
  expect(raw).toContain('web 1 shows another key');
  expect(raw).toContain('The server web 1 (192.0.2.1:22)');
});
