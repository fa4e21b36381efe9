import type { ControlComponent, FormSectionDeclaration } from '@waypost/host-sdk';
import { ProviderControl } from '../../../codes/addresses/parts/ProviderControl.tsx';
import { DOMAIN_CONTROLS } from '../../../codes/hosts/parts/DomainControl.tsx';
import { HOST_STEPS } from '../../../codes/hosts/values.ts';
import { DesignControl } from './DesignControl.tsx';
import { RulesControl } from './RulesControl.tsx';
import { TargetsControl } from './TargetsControl.tsx';
import { FirstPasswordControl } from './VisitPasswordControl.tsx';

/** When a code ends, and what becomes of visits then. */
export const EXPIRY = ['expires_at', 'expires_after', 'expired_target'];

/**
 * Sections of the form of a new code: what everybody is asked, and the rest. Rotation stands with the targets.
 * @param offers whether somebody besides the platform makes addresses, and whether there are domains: else there is nothing to choose
 */
export const newCodeSections = (offers: {
  hasProviders: boolean;
  hasDomains: boolean;
}): FormSectionDeclaration[] => [
  { fields: ['targets', 'name'], hiddenLabels: ['targets'] },
  {
    name: 'link',
    fields: ['short_code', 'ignore_case', ...(offers.hasProviders ? ['provider'] : [])],
    isMore: true,
  },
  ...(offers.hasDomains ? [{ name: 'domains', fields: [...HOST_STEPS], isMore: true }] : []),
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
  ...DOMAIN_CONTROLS,
  provider: ProviderControl,
  has_password: FirstPasswordControl,
};
