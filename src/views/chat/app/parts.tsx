import type { ComponentChildren } from 'preact';

export function Icon({ name }: { readonly name: string }) {
  return <span class={`codicon codicon-${name}`} aria-hidden="true" />;
}

interface IconButtonProps {
  readonly icon: string;
  readonly label: string;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
}

/** A button that is an icon; its label is its tooltip and its name. */
export function IconButton({ icon, label, onClick, disabled = false, pressed }: IconButtonProps) {
  return (
    <button
      type="button"
      class="icon"
      title={label}
      aria-label={label}
      disabled={disabled}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Words that lead somewhere in the editor; a button could not break over lines as words do. */
export function PlaceLink({
  title,
  onClick,
  children,
}: {
  readonly title: string;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}) {
  return (
    <a
      class="place"
      href={`#${title}`}
      title={title}
      onClick={(event) => {
        event.preventDefault();
        onClick();
      }}
    >
      {children}
    </a>
  );
}

interface ButtonProps {
  readonly onClick: () => void;
  readonly icon?: string;
  readonly isSecondary?: boolean;
  readonly disabled?: boolean;
  readonly children: ComponentChildren;
}

/** A button as the editor has them. */
export function Button({ onClick, icon, isSecondary = false, disabled = false, children }: ButtonProps) {
  return (
    <button
      type="button"
      class={isSecondary ? 'button secondary' : 'button'}
      disabled={disabled}
      onClick={onClick}
    >
      {icon !== undefined && <Icon name={icon} />} {children}
    </button>
  );
}
