import type { ControlComponent, FormSectionDeclaration } from '@waypost/host-sdk';
import { ProviderControl } from '../../../codes/addresses/parts/ProviderControl.tsx';
import { DesignControl } from './DesignControl.tsx';
import { RulesControl } from './RulesControl.tsx';
import { TargetsControl } from './TargetsControl.tsx';
import { FirstPasswordControl } from './VisitPasswordControl.tsx';

/** When a code ends, and what becomes of visits then. */
export const EXPIRY = ['expires_at', 'expires_after', 'expired_target'];

/**
 * Sections of the form of a new code: what everybody is asked, and the rest. Rotation stands with the targets.
 * @param hasProviders whether somebody besides the platform makes addresses: without there is nothing to choose
 */
export const newCodeSections = (hasProviders: boolean): FormSectionDeclaration[] => [
  { fields: ['targets', 'name'], hiddenLabels: ['targets'] },
  { name: 'link', fields: hasProviders ? ['short_code', 'provider'] : ['short_code'], isMore: true },
  { name: 'design', fields: ['design'], isMore: true },
  {
    name: 'arrival',
    fields: ['jump_type', 'forward_query', 'access_mode', 'visit_restriction', 'has_password'],
    isMore: true,
  },
  { name: 'rules', fields: ['visit_rules'], isMore: true },
  { name: 'sharing', fields: ['file_name', 'share_password'], isMore: true },
  { name: 'keeping', fields: ['group', 'tags', 'state', ...EXPIRY, 'open_log', 'remark'], isMore: true },
];

export const CODE_CONTROLS: Readonly<Record<string, ControlComponent>> = {
  targets: TargetsControl,
  visit_rules: RulesControl,
  design: DesignControl,
  provider: ProviderControl,
  has_password: FirstPasswordControl,
};
