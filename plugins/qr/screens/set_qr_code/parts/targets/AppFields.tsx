import { JumpType } from '@waypost/contract';
import { ArrayField, type ArrayItem, Button, useForm, useWords } from '@waypost/host-sdk';
import { useId, useState } from 'react';
import type { Target } from '../../../qr_code_list/resource.ts';
import styles from './target.module.css';

const SYSTEMS = ['ios', 'android'] as const;
const PLACEHOLDERS = { ios: 'https://', android: 'app://' } as const;

/** Addresses of apps that are tried before a target, folded away as few have any. A redirect has no page that could try. */
export function AppFields({ item }: { item: ArrayItem<Target> }) {
  const words = useWords();
  const { values } = useForm();
  const hasApps = Boolean(item.value.app_ios || item.value.app_android);
  const [isOpen, setOpen] = useState(hasApps);
  const id = useId();
  const isRedirect = values.jump_type === JumpType.noSourceRedirect;
  if (isRedirect && !hasApps) return null;
  return (
    <>
      <Button
        kind="text"
        size="small"
        isAtEdge
        isExpanded={isOpen}
        controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {words('qr.set.target.apps')}
      </Button>
      <div id={id} className={styles.apps} hidden={!isOpen}>
        <p className={styles.said}>
          {words(isRedirect ? 'qr.set.target.apps.redirect' : 'qr.set.target.apps.text')}
        </p>
        <div className={styles.contact}>
          {SYSTEMS.map((system) => (
            <ArrayField
              key={system}
              item={item}
              name={`app_${system}`}
              label={`qr.set.target.app_${system}`}
              placeholder={PLACEHOLDERS[system]}
            />
          ))}
        </div>
      </div>
    </>
  );
}
