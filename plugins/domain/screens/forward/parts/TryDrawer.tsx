import { Alert } from '@arco-design/web-react';
import { field, type ResultOf } from '@waypost/contract';
import { CallForm, CopyText, Facts, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { heldDomainReference } from '../../../domains/values.ts';
import { tryForwardCall } from '../calls.ts';

const { domain: zDomain, path: zPath } = tryForwardCall.body.shape;
const PATH = { path: field(zPath, { control: 'text', autoComplete: 'off' }) };
const BOTH = { domain: field(zDomain, { ref: heldDomainReference }), ...PATH };

type Found = ResultOf<typeof tryForwardCall>;

/**
 * Asks for a path and says which rule is followed, and where it leads to.
 * @param props.domain id of the domain that it is asked of; undefined: it is chosen here
 */
export function TryDrawer({ domain, onClose }: { domain?: string; onClose: () => void }) {
  const words = useWords();
  const [found, setFound] = useState<Found>();
  return (
    <CallForm
      call={tryForwardCall}
      name="domain.try"
      fields={domain === undefined ? BOTH : PATH}
      submit="domain.forward.try.submit"
      drawer={{ title: words('domain.forward.try.title'), width: 520 }}
      isQuestion
      toBody={(values) => (domain === undefined ? values : { ...values, domain })}
      extra={
        <div aria-live="polite">
          {found === undefined ? <p>{words('domain.forward.try.text')}</p> : <Answer found={found} />}
        </div>
      }
      onCancel={onClose}
      onSent={setFound}
    />
  );
}

function Answer({ found: { asked, rule } }: { found: Found }) {
  const words = useWords();
  if (rule === null) return <Alert type="warning" content={words('domain.forward.try.none', { asked })} />;
  return (
    <Facts
      facts={[
        [words('domain.forward.try.met'), <code key="met">{rule.path}</code>],
        [words('domain.forward.status'), words(`domain.forward.status.${rule.status}`)],
        [
          words('domain.forward.try.leads'),
          <span key="leads">
            <CopyText value={rule.address} isWhole />
            {rule.keep_query ? <p>{words('domain.forward.try.query')}</p> : null}
          </span>,
        ],
      ]}
    />
  );
}
