import {
  ApiError,
  Button,
  notify,
  Panel,
  useClient,
  useErrorText,
  useGo,
  usePermission,
  useUser,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { domainResource } from '../resource.ts';
import type { DomainRow } from '../row.ts';

/** Offers `www.` of a name that was added without it: what people type in is another name, which nobody answers. */
export function OfferedName({ domain: { offered_name: name, owner, type } }: { domain: DomainRow }) {
  const words = useWords();
  const client = useClient();
  const errorText = useErrorText();
  const go = useGo();
  const may = usePermission();
  const user = useUser();
  const [isAdding, setAdding] = useState(false);
  if (name === '' || owner !== user?.id || !may('domain.domain:create')) return null;
  const add = async () => {
    setAdding(true);
    try {
      const { id } = await client.post<{ id: string }>(domainResource.area, 'add', { name, type });
      go('domain_list', { id });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(errorText(error));
    } finally {
      setAdding(false);
    }
  };
  return (
    <Panel title={words('domain.www.title', { name })} text={words('domain.www.text')}>
      <Button isBusy={isAdding} onClick={() => void add()}>
        {words('domain.www.add', { name })}
      </Button>
    </Panel>
  );
}
