import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { defineError, type errors, filePieceCall } from '@waypost/contract';
import { definePlugin, defineUploads, newId, type PluginContext, type Uploads } from '@waypost/sdk';
import { type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';

setDefaultTimeout(60_000);
const unknown = defineError({ code: 'sample.unknown', status: 422 });
const tooLarge = defineError({ code: 'sample.too_large', status: 413, params: ['megabytes'] });
const linesUploads = defineUploads({
  name: 'lines',
  megabytes: 1,
  unknown: () => unknown.create(),
  tooLarge: (megabytes) => tooLarge.create({ megabytes }),
});
const send = filePieceCall({ area: 'sample', permission: 'sample.lines:import', summary: 'Takes a file' });
const manifest = {
  id: 'sample',
  version: '1.0.0',
  engine: '^0.1.0',
  title: 'plugin.sample',
  areas: ['sample'],
  server: 'server.ts',
};
let t: TestPlugin;
let uploads: Uploads;
let ada: Person;
beforeAll(async () => {
  const setup = (context: PluginContext) => {
    uploads = linesUploads(context);
    context.call(send, ({ upload, data }, { caller }) =>
      uploads.take({ upload, data: Buffer.from(data, 'base64'), owner: caller.id }),
    );
  };
  t = await testPlugin(definePlugin({ id: 'sample', setup }), { manifest });
  ada = await t.person('ada', { permissions: ['sample.lines:import'] });
});
afterAll(() => t?.dispose());

const base64 = (text: string) => Buffer.from(text).toString('base64');
const refusal = (error: Pick<typeof errors.notFound, 'code'>) =>
  expect.objectContaining({ code: error.code });

test('pieces become the file again, in the order in which they came', async () => {
  const pieces = ['first,', 'second,', '第三'];
  let upload: string | undefined;
  for (const piece of pieces)
    ({ upload } = await t.call(
      send,
      { data: base64(piece), ...(upload === undefined ? {} : { upload }) },
      { as: ada },
    ));
  const id = String(upload);
  expect(Buffer.from(await uploads.read(id, ada.id)).toString()).toBe(pieces.join(''));
  await uploads.forget(id);
  await expect(uploads.read(id, ada.id)).rejects.toEqual(refusal(unknown));
});

test('nobody reads or goes on with the file of another, and none is longer than it may be', async () => {
  const mega = Buffer.alloc(2 ** 20, 'x');
  const { upload, bytes } = await uploads.take({ upload: undefined, data: mega, owner: ada.id });
  expect(bytes).toBe(mega.length);
  const one = Buffer.from('x');
  await expect(uploads.take({ upload, data: one, owner: ada.id })).rejects.toEqual(refusal(tooLarge));
  await expect(uploads.take({ upload, data: one, owner: newId(t.context) })).rejects.toEqual(
    refusal(unknown),
  );
  await uploads.require(upload, ada.id);
  await expect(uploads.require(upload, newId(t.context))).rejects.toEqual(refusal(unknown));
  await expect(uploads.require(newId(t.context), ada.id)).rejects.toEqual(refusal(unknown));
  await expect(uploads.read(upload, newId(t.context))).rejects.toEqual(refusal(unknown));
});
