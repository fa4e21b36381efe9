import type { Target } from '../../../qr_code_list/resource.ts';

/** What a visitor gets: led to an address, a picture to press and hold, or a contact to save. */
export const TARGET_KINDS = ['url', 'picture', 'contact'] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

export function targetKind({ contact, picture }: Target): TargetKind {
  if (contact !== undefined) return 'contact';
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
  }
}
