import { Input } from '@arco-design/web-react';
import { completeTarget, targetUrl } from '@waypost/contract';
import { Button, Drawer, useForm, useWords } from '@waypost/host-sdk';
import { useId, useState } from 'react';
import styles from './campaign.module.css';
import {
  CAMPAIGN_MAX_LENGTH,
  CAMPAIGN_PARTS,
  type Campaign,
  readCampaign,
  withCampaign,
} from './campaign.ts';

/** Opens the parameters of a campaign in the address of a target. `path`: of the field with the address. */
export function CampaignButton({ path, address }: { path: string; address: string }) {
  const words = useWords();
  const form = useForm();
  const [isOpen, setOpen] = useState(false);
  const target = completeTarget(address.trim());
  return (
    <>
      <Button
        kind="text"
        size="small"
        isAtEdge
        isDisabled={!targetUrl.safeParse(target).success}
        onClick={() => setOpen(true)}
      >
        {words('qr.set.campaign')}
      </Button>
      {isOpen ? (
        <CampaignDrawer
          address={target}
          onClose={() => setOpen(false)}
          onDone={(changed) => {
            form.setValue(path, changed);
            setOpen(false);
          }}
        />
      ) : null}
    </>
  );
}

interface CampaignDrawerProps {
  address: string;
  onDone: (address: string) => void;
  onClose: () => void;
}

function CampaignDrawer({ address, onClose, onDone }: CampaignDrawerProps) {
  const words = useWords();
  const id = useId();
  const [campaign, setCampaign] = useState<Campaign>(() => readCampaign(address));
  const changed = withCampaign(address, campaign);
  const isFitting = targetUrl.safeParse(changed).success;
  const take = () => {
    if (isFitting) onDone(changed);
  };
  return (
    <Drawer
      title={words('qr.set.campaign')}
      width={480}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words('action.cancel')}</Button>
          <Button kind="primary" isDisabled={!isFitting} onClick={take}>
            {words('qr.set.campaign.apply')}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <p className={styles.help}>{words('qr.set.campaign.help')}</p>
        {CAMPAIGN_PARTS.map((part) => (
          <div key={part}>
            <label className={styles.label} htmlFor={`${id}-${part}`}>
              {words(`qr.set.campaign.${part}`)}
            </label>
            <Input
              id={`${id}-${part}`}
              autoComplete="off"
              maxLength={CAMPAIGN_MAX_LENGTH}
              placeholder={words(`qr.set.campaign.${part}.placeholder`)}
              value={campaign[part]}
              onChange={(value) => setCampaign({ ...campaign, [part]: value })}
              onPressEnter={take}
            />
          </div>
        ))}
        <div>
          <span className={styles.label}>{words('qr.set.campaign.result')}</span>
          <output className={styles.result}>{changed}</output>
          {isFitting ? null : (
            <p className={styles.problem} role="alert">
              {words('qr.set.campaign.too_long')}
            </p>
          )}
        </div>
      </div>
    </Drawer>
  );
}
