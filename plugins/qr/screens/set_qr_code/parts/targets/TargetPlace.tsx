import { Radio } from '@arco-design/web-react';
import { ArrayField, type ArrayItem, useForm, useWords } from '@waypost/host-sdk';
import type { ReactNode } from 'react';
import type { Target } from '../../../qr_code_list/resource.ts';
import { AppFields } from './AppFields.tsx';
import { CampaignButton } from './CampaignButton.tsx';
import { ContactTarget } from './ContactTarget.tsx';
import { PageButton } from './PageButton.tsx';
import { PictureTarget } from './PictureTarget.tsx';
import { PoolTarget } from './PoolTarget.tsx';
import styles from './target.module.css';
import { TARGET_KINDS, type TargetKind, targetKind, withKind } from './target-kinds.ts';

interface TargetPlaceProps {
  item: ArrayItem<Target>;
  kinds?: readonly TargetKind[];
  /** In the place of the fields of an address. */
  address?: ReactNode;
  /** One more button in the row under the fields. */
  link?: ReactNode;
}

/** What a target is, and the fields of it. */
export function TargetPlace({ item, kinds = TARGET_KINDS, address, link }: TargetPlaceProps) {
  const words = useWords();
  const { setValue } = useForm();
  const kind = targetKind(item.value);
  return (
    <div className={styles.place}>
      <Radio.Group
        type="button"
        aria-label={words('qr.set.target.kind')}
        value={kind}
        options={kinds.map((value) => ({ value, label: words(`qr.set.target.kind.${value}`) }))}
        onChange={(chosen: TargetKind) => setValue(item.path, withKind(item.value, chosen))}
      />
      {kind === 'url' ? (address ?? <AddressTarget item={item} link={link} />) : null}
      {kind === 'picture' ? <PictureTarget item={item} /> : null}
      {kind === 'contact' ? <ContactTarget item={item} /> : null}
      {kind === 'pool' ? <PoolTarget item={item} /> : null}
      {kind !== 'url' && link ? <div>{link}</div> : null}
    </div>
  );
}

function AddressTarget({ item, link }: Pick<TargetPlaceProps, 'item' | 'link'>) {
  const { setValue } = useForm();
  return (
    <div>
      <ArrayField item={item} name="url" label="qr.set.target.url" placeholder="https://" />
      <div className={styles.links}>
        <PageButton onChosen={({ url }) => setValue(`${item.path}.url`, url)} />
        <CampaignButton path={`${item.path}.url`} address={item.value.url ?? ''} />
        {link}
        <AppFields item={item} />
      </div>
    </div>
  );
}
