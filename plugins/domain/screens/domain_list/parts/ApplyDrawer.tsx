import { Alert } from '@arco-design/web-react';
import { field } from '@waypost/contract';
import { Button, CallForm, Can, Drawer, PendingState, useCall, useGo, useWords } from '@waypost/host-sdk';
import { useMemo } from 'react';
import { applyCall, domainQuotaCall } from '../calls.ts';
import { zDomainType } from '../resource.ts';
import styles from './domain.module.css';

interface ApplyDrawerProps {
  onClose: () => void;
  onDone: (lent: { id: string }) => void;
}

/** Asks which type of the platform's domains is wanted, and says how many one may have; where there is none, why, and how to add an own one. */
export function ApplyDrawer({ onClose, onDone }: ApplyDrawerProps) {
  const words = useWords();
  const { data, error, refetch } = useCall(domainQuotaCall, {});
  const go = useGo();
  const addOwn = () => {
    onClose();
    go('domain_list', { drawer: 'create' });
  };
  const title = words('domain.apply.title');
  const fields = useMemo(
    () => ({
      type: field(zDomainType, { control: 'radio', options: data?.free ?? [], default: data?.free[0] }),
    }),
    [data],
  );
  const about = data && words('domain.apply.quota', { used: data.used, most: data.most });
  if (data === undefined || data.used >= data.most || data.free.length === 0)
    return (
      <Drawer title={title} isOpen onClose={onClose} width={520}>
        {data === undefined ? (
          <PendingState error={error} onRetry={refetch} lines={3} />
        ) : (
          <div className={styles.stack}>
            <p>{about}</p>
            <Alert
              type="info"
              content={words(data.used >= data.most ? 'domain.apply.used_up' : 'domain.apply.none_free')}
            />
            <Can permission="domain.domain:create">
              <div>
                <Button kind="primary" onClick={addOwn}>
                  {words('domain.domain.create')}
                </Button>
              </div>
            </Can>
          </div>
        )}
      </Drawer>
    );
  return (
    <CallForm
      call={applyCall}
      name="domain.domain"
      fields={fields}
      submit="domain.apply.verb"
      drawer={{ title, width: 520 }}
      extra={<p>{about}</p>}
      onCancel={onClose}
      onSent={(lent) => {
        onClose();
        onDone(lent);
      }}
    />
  );
}
