import { useCall } from '@waypost/host-sdk';
import { useMemo } from 'react';
import { withRuleKinds } from '../../../codes/rule-faults.ts';
import { ruleKindsCall } from '../../qr_code_list/calls.ts';
import { codeResource } from '../../qr_code_list/resource.ts';

/** The resource of codes for a form: rules are checked as the server does, once it has said which kinds there are. */
export function useCodeResource(): typeof codeResource {
  const kinds = useCall(ruleKindsCall, {}).data?.kinds;
  return useMemo(
    () =>
      kinds === undefined
        ? codeResource
        : withRuleKinds(
            kinds.map(({ name, may_lead, parameters }) => ({
              name,
              may_lead,
              parameters: Object.fromEntries(
                parameters.map(({ fact, help, name: of, part, title, ...limits }) => [of, limits]),
              ),
            })),
          ),
    [kinds],
  );
}
