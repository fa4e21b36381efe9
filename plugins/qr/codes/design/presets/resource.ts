import { defineResource, field } from '@waypost/contract';
import { z } from 'zod';
import { LOGO_MAX_LETTERS, PLAIN_DESIGN, zDesign } from '../values.ts';

/** Designs that an owner keeps; more would be a library nobody looks through. */
export const MAX_PRESETS = 50;

/** A design under a name, to be chosen again. One of an owner's may be the brand, which new codes begin with. */
export const designPresetResource = defineResource({
  name: 'qr.design_preset',
  area: 'design_preset',
  title: 'name',
  access: 'own',
  onUninstall: 'keep',
  // A logo, and room for the rest.
  bodyLimit: 2 * LOGO_MAX_LETTERS,
  fields: {
    name: field(z.string().trim().min(1).max(60), { list: true, search: true, sort: true }),
    design: field(zDesign, { list: true, control: 'design', default: PLAIN_DESIGN }),
    is_brand: field(z.boolean(), { list: true, default: false }),
  },
  indexes: [
    { keys: { owner: 1, name: 1 }, unique: true },
    { keys: { owner: 1 }, unique: true, partial: { is_brand: true } },
  ],
  defaultSort: { field: 'name', order: 'asc' },
  menu: {
    route: 'brand',
    parent: 'codes',
    sort: 72,
    icon: 'palette',
    roles: ['administrator', 'agent', 'customer'],
  },
});
