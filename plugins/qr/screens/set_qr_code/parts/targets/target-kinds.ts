import type { Target } from '../../../qr_code_list/resource.ts';

/** What a visitor gets: led to an address, a picture to press and hold, a contact to save, or one of these out of a pool. */
export const TARGET_KINDS = ['url', 'picture', 'contact', 'pool'] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

export function targetKind({ contact, picture, pool }: Target): TargetKind {
  if (contact !== undefined) return 'contact';
  if (pool !== undefined) return 'pool';
  return picture === undefined ? 'url' : 'picture';
}

/** A target of another kind in its place in the rotation, still to be filled in. */
export function withKind({ weight, threshold, remark }: Target, kind: TargetKind): Target {
  const place = {
    ...(weight === undefined ? {} : { weight }),
    ...(threshold === undefined ? {} : { threshold }),
    ...(remark === undefined ? {} : { remark }),
  };
  switch (kind) {
    case 'url':
      return { url: '', ...place };
    case 'picture':
      return { picture: '', ...place };
    case 'contact':
      return { contact: { name: '' }, ...place };
    case 'pool':
      return { pool: '', ...place };
  }
}
