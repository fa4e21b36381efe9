import { Trigger } from '@arco-design/web-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { IconButton } from './Button.tsx';
import styles from './menu-button.module.css';

export interface MenuItem {
  name: string;
  label: string;
  icon?: ReactNode;
  isDangerous?: boolean | undefined;
  /** The choice in force, in menus that choose one of several. */
  isChecked?: boolean | undefined;
  onSelect: () => void;
}

export interface MenuButtonProps {
  label: string;
  icon: ReactNode;
  items: readonly MenuItem[];
  /** Text beside the icon; without it the button is an icon only. */
  text?: ReactNode;
  /** It stands among the buttons of a page, and has their frame. */
  isFramed?: boolean;
}

/** A button that opens a short menu. Arrows move, Enter chooses, Esc returns to the button. */
export function MenuButton({ label, icon, items, text, isFramed = false }: MenuButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLSpanElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.querySelector('button')?.focus();
  };
  return (
    <Trigger
      popupVisible={isOpen}
      onVisibleChange={setOpen}
      trigger="click"
      position="br"
      popupAlign={{ bottom: 4 }}
      popup={() => <MenuList label={label} items={items} onClose={close} />}
    >
      <span ref={button} className={styles.anchor}>
        {text === undefined ? (
          <IconButton label={label} icon={icon} hasPopup="menu" isExpanded={isOpen} />
        ) : (
          <button
            type="button"
            className={`${styles.textButton} ${isFramed ? styles.framed : ''}`}
            aria-haspopup="menu"
            aria-expanded={isOpen}
          >
            {icon}
            {text === label ? null : <span className="wp-visually-hidden">{label}</span>}
            {text}
          </button>
        )}
      </span>
    </Trigger>
  );
}

function MenuList({
  label,
  items,
  onClose,
}: {
  label: string;
  items: readonly MenuItem[];
  onClose: () => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The pop-up is placed after its first render; focusing before that would scroll the page to its corner.
    const frame = requestAnimationFrame(() =>
      list.current?.querySelector('button')?.focus({ preventScroll: true }),
    );
    return () => cancelAnimationFrame(frame);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const target: Record<string, number> = {
      ArrowDown: (at + 1) % buttons.length,
      ArrowUp: (at - 1 + buttons.length) % buttons.length,
      Home: 0,
      End: buttons.length - 1,
    };
    const next = target[event.key];
    if (next !== undefined) {
      event.preventDefault();
      buttons[next]?.focus();
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    }
  };
  return (
    <div
      ref={list}
      className={styles.list}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {items.map((item) => (
        <button
          key={item.name}
          type="button"
          {...(item.isChecked === undefined
            ? { role: 'menuitem' }
            : { role: 'menuitemradio', 'aria-checked': item.isChecked })}
          className={`${styles.item} ${item.isDangerous ? styles.danger : ''}`}
          onClick={(event) => {
            event.stopPropagation();
            onClose();
            item.onSelect();
          }}
        >
          {item.icon ? <span className={styles.icon}>{item.icon}</span> : null}
          {item.label}
        </button>
      ))}
    </div>
  );
}
