import type { ControlComponent } from '@waypost/host-sdk';
import { DesignControl } from './DesignControl.tsx';
import { FrozenStateControl } from './FrozenStateControl.tsx';
import { RulesControl } from './RulesControl.tsx';
import { TargetsControl } from './TargetsControl.tsx';

/** Sections of the form, the same for a new code and for one that exists. Rotation stands with the targets. */
export const CODE_SECTIONS = [
  { name: 'basics', fields: ['name', 'targets'] },
  { name: 'link', fields: ['short_code'] },
  { name: 'sharing', fields: ['file_name', 'share_password'] },
  { name: 'arrival', fields: ['jump_type', 'access_mode', 'visit_restriction'] },
  { name: 'rules', fields: ['visit_rules'] },
  { name: 'design', fields: ['design'] },
  { name: 'keeping', fields: ['state', 'expires_at', 'open_log', 'remark'] },
];

export const CODE_CONTROLS: Readonly<Record<string, ControlComponent>> = {
  targets: TargetsControl,
  visit_rules: RulesControl,
  design: DesignControl,
};

/** While an operator has a code frozen, its owner's switch rests. */
export const FROZEN_CONTROLS: Readonly<Record<string, ControlComponent>> = {
  ...CODE_CONTROLS,
  state: FrozenStateControl,
};
