import { Button as ArcoButton, Tooltip } from '@arco-design/web-react';
import { type ReactNode, type Ref, useRef, useState } from 'react';

export interface ButtonProps {
  /** One primary button a view. `danger-quiet`: red words in an outline, for a verb that asks before it does anything. */
  kind?: 'primary' | 'secondary' | 'text' | 'danger' | 'danger-quiet';
  icon?: ReactNode;
  isBusy?: boolean;
  isDisabled?: boolean;
  isLong?: boolean;
  /** Of a text button that stands under a field: its words begin where the field does. */
  isAtEdge?: boolean;
  size?: 'small' | 'default' | 'large';
  type?: 'button' | 'submit';
  /** Of a button that folds a part of the page: whether it is open, and the id of that part. */
  isExpanded?: boolean;
  controls?: string;
  onClick?: () => void;
  children: ReactNode;
}

export function Button({ kind = 'secondary', type = 'button', ...props }: ButtonProps) {
  return (
    <ArcoButton
      type={
        kind === 'primary' ? 'primary' : kind === 'text' ? 'text' : kind === 'danger' ? 'primary' : 'outline'
      }
      status={kind === 'danger' ? 'danger' : 'default'}
      className={`wp-button wp-button-${kind}${props.isAtEdge ? ' wp-button-at-edge' : ''}`}
      htmlType={type}
      icon={props.icon}
      loading={props.isBusy ?? false}
      disabled={props.isDisabled ?? false}
      long={props.isLong ?? false}
      size={props.size ?? 'default'}
      aria-expanded={props.isExpanded}
      aria-controls={props.controls}
      onClick={() => props.onClick?.()}
    >
      {props.children}
    </ArcoButton>
  );
}

export interface IconButtonProps {
  /** Said by screen readers and shown on hover. */
  label: string;
  icon: ReactNode;
  isDisabled?: boolean;
  isPressed?: boolean;
  isExpanded?: boolean;
  hasPopup?: 'menu' | 'dialog';
  onClick?: () => void;
  ref?: Ref<HTMLButtonElement>;
}

/** A button that shows only an icon. */
export function IconButton({ label, icon, ref, ...props }: IconButtonProps) {
  const [isTold, setTold] = useState(false);
  // Whoever has pressed it knows what it is: what opens then lies over it, and nothing says when the pointer leaves.
  const isDone = useRef(false);
  if ((props.isDisabled || props.isExpanded) && isTold) setTold(false);
  const button = (
    <button
      ref={ref}
      type="button"
      className="wp-icon-button"
      aria-label={label}
      aria-pressed={props.isPressed}
      aria-expanded={props.isExpanded}
      aria-haspopup={props.hasPopup}
      disabled={props.isDisabled ?? false}
      onPointerEnter={() => {
        isDone.current = false;
      }}
      onClick={() => {
        isDone.current = true;
        setTold(false);
        props.onClick?.();
      }}
    >
      {icon}
    </button>
  );
  // Arco puts a box of its own around a disabled button to catch the pointer, and it shows.
  if (props.isDisabled) return button;
  return (
    <Tooltip
      content={label}
      mini
      position="top"
      popupVisible={isTold}
      onVisibleChange={(isOver) => setTold(isOver && !isDone.current)}
    >
      {button}
    </Tooltip>
  );
}
