import { expect, test } from 'bun:test';
import type { SignedRequest, SitePictureKind } from '@waypost/sdk';
import { PNG } from 'pngjs';
import { PICTURE_MAX_BYTES } from './calls.ts';
import { changePicture } from './change-picture.ts';

const request = {} as SignedRequest;

/** Keeps what would be kept, under the hash of its length. */
function keeper() {
  const kept: [SitePictureKind, Uint8Array | undefined][] = [];
  const changeSitePicture = async (kind: SitePictureKind, png: Uint8Array | undefined) => {
    kept.push([kind, png]);
    return png && { png, hash: `of${png.length}` };
  };
  return { kept, context: { identity: { changeSitePicture } } as never };
}
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const square = (side: number) => PNG.sync.write(new PNG({ width: side, height: side, fill: true }));

test('a picture is kept as a PNG of its own, no larger than it is ever shown, under an address that changes with it', async () => {
  const { kept, context } = keeper();
  const { address } = await changePicture(context, { kind: 'icon', data: base64(square(300)) }, request);
  const [[kind, png] = []] = kept;
  expect(kind).toBe('icon');
  const drawn = PNG.sync.read(Buffer.from(png as Uint8Array));
  expect(Math.max(drawn.width, drawn.height)).toBeLessThanOrEqual(128);
  expect(address).toBe(`/favicon.ico?v=of${png?.length}`);
});

test('without a picture the product’s own is back, at the address that it always had', async () => {
  const { kept, context } = keeper();
  expect(await changePicture(context, { kind: 'logo', data: null }, request)).toEqual({
    address: '/logo.png',
  });
  expect(kept).toEqual([['logo', undefined]]);
});

test('what is no picture, or too large to be sent to every visitor of the login, is refused and changes nothing', async () => {
  const { kept, context } = keeper();
  for (const [bytes, code] of [
    [Buffer.from('<svg onload="alert(1)"/>'), 'not_a_picture'],
    [square(8).subarray(0, 20), 'not_a_picture'],
    [new Uint8Array(PICTURE_MAX_BYTES + 1), 'picture_too_large'],
  ] as const)
    await expect(
      changePicture(context, { kind: 'logo', data: base64(bytes) }, request),
    ).rejects.toMatchObject({ code, errors: [{ path: 'data' }] });
  expect(kept).toEqual([]);
});
