import type { ControlComponent } from '@waypost/host-sdk';
import { TargetsControl } from './TargetsControl.tsx';

/** Sections of the form, the same for a new code and for one that exists. */
export const CODE_SECTIONS = [
  { name: 'basics', fields: ['name', 'short_code', 'file_name', 'remark'] },
  { name: 'targets', fields: ['targets', 'rotation_model'] },
  { name: 'arrival', fields: ['jump_type', 'access_mode', 'visit_restriction'] },
  { name: 'keeping', fields: ['open_log', 'expires_at', 'state'] },
];

export const CODE_CONTROLS: Readonly<Record<string, ControlComponent>> = {
  targets: TargetsControl,
};
