import { expect, test } from 'bun:test';
import { zTarget } from '../../../qr_code_list/resource.ts';
import { TARGET_KINDS, targetKind, withKind } from './target-kinds.ts';

const target = { url: 'https://a.example/', weight: 3, threshold: 10, remark: 'left' };

test.each([...TARGET_KINDS])('as %s a target keeps its place in the rotation and nothing else', (kind) => {
  const changed = withKind(target, kind);
  expect(targetKind(changed)).toBe(kind);
  expect(changed).toMatchObject({ weight: 3, threshold: 10, remark: 'left' });
  expect(JSON.stringify(changed)).not.toContain('a.example');
});

test.each([...TARGET_KINDS])('an empty %s is a fault at its own field', (kind) => {
  const paths = zTarget
    .safeParse(withKind({ url: '' }, kind))
    .error?.issues.map(({ path }) => path.join('.'));
  expect(paths?.[0]).toBe(kind === 'contact' ? 'contact.name' : kind);
});
