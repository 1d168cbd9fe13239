import { type ComponentChildren, createContext, h } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { type Page, pageAt, pathOf } from '../../api/dashboard-address.ts';

/** Where the page is, in the browser's own history. */

type Known = Exclude<Page, { readonly kind: 'unknown' }>;

interface Place {
  readonly page: Page;
  /** What is asked of the page, e.g. filters: kept in the address, so that it can be sent to others. */
  readonly query: URLSearchParams;
}

const here = (): Place => ({ page: pageAt(location.pathname), query: new URLSearchParams(location.search) });

const changed = 'parapet-navigated';

/** Goes to another page, as a link would. */
export function go(page: Known, query: Readonly<Record<string, string>> = {}): void {
  history.pushState(null, '', addressOf(page, query));
  window.dispatchEvent(new Event(changed));
  window.scrollTo(0, 0);
}

/** Changes what is asked of the page that is shown, without a new entry in the history. */
export function ask(query: Readonly<Record<string, string>>): void {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''));
  replaceAddress(search.size === 0 ? location.pathname : `?${search}`);
}

/** Shows another address in the place of this one. */
export function replaceAddress(address: string): void {
  history.replaceState(null, '', address);
  window.dispatchEvent(new Event(changed));
}

const addressOf = (page: Known, query: Readonly<Record<string, string>>): string => {
  const search = new URLSearchParams(query);
  return search.size === 0 ? pathOf(page) : `${pathOf(page)}?${search}`;
};

const PlaceContext = createContext<Place>({ page: { kind: 'overview' }, query: new URLSearchParams() });

export function Navigation({ children }: { readonly children: ComponentChildren }) {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    const onChange = () => setPlace(here());
    window.addEventListener('popstate', onChange);
    window.addEventListener(changed, onChange);
    return () => {
      window.removeEventListener('popstate', onChange);
      window.removeEventListener(changed, onChange);
    };
  }, []);
  return h(PlaceContext.Provider, { value: place }, children);
}

export const usePlace = (): Place => useContext(PlaceContext);

interface LinkProps {
  readonly to: Known;
  readonly query?: Readonly<Record<string, string>>;
  readonly class?: string;
  readonly isCurrent?: boolean;
  readonly children: ComponentChildren;
}

/** A link within the dashboard: a plain click stays in the page, any other is the browser's. */
export function Link({ to, query = {}, isCurrent = false, class: name, children }: LinkProps) {
  return (
    <a
      href={addressOf(to, query)}
      {...(name === undefined ? {} : { class: name })}
      {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
      onClick={(event) => {
        if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        go(to, query);
      }}
    >
      {children}
    </a>
  );
}
