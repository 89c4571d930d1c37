// The data explorer of cosmos-local. It uses the protocol of the emulator under /_explorer/api.
const $ = id => document.getElementById(id);
const ROOT = '/_explorer/';
const PAGE = 50;
const POLL = { overview: 5000, partitions: 2000, feed: 1000, leases: 3000, faults: 2000 };

// ---------------------------------------------------------------- elements

/** Creates an element. Texts are never parsed as HTML. */
function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'class') node.className = value;
    else if (value === true) node.setAttribute(name, '');
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...children.flat().filter(child => child != null && child !== false));
  return node;
}

const button = (text, onclick, cls = '', more = {}) =>
  el('button', { type: 'button', class: cls, onclick: guarded(onclick), ...more }, text);

const cell = (text, cls = '') =>
  el('td', { class: cls, title: cls === 'mono' ? text : null }, text);

function table(caption, heads, rows, cls = '') {
  const head = heads.map(([text, kind]) => el('th', { scope: 'col', class: kind || '' }, text));
  return el(
    'div',
    { class: 'scroll ' + cls, tabindex: '0', role: 'region', 'aria-label': caption },
    el('table', {}, el('thead', {}, el('tr', {}, head)), el('tbody', {}, rows)),
  );
}

/** Replaces the rows of a table without losing the scroll position or the focus. */
function refill(region, rows) {
  const focused = document.activeElement;
  const inside = region.contains(focused) && focused !== region;
  region.querySelector('tbody').replaceChildren(...rows);
  if (inside && focused.id) $(focused.id)?.focus({ preventScroll: true });
}

function field(label, control) {
  control.id ||= 'f-' + label.toLowerCase().replace(/\W+/g, '-');
  return el('div', { class: 'field' }, el('label', { for: control.id }, label), control);
}

const select = (options, value) => {
  const made = el(
    'select',
    {},
    options.map(([key, text]) => el('option', { value: key }, text)),
  );
  if (value != null) made.value = value;
  return made;
};

function announce(text) {
  $('status').textContent = text;
  clearTimeout(announce.timer);
  announce.timer = setTimeout(() => {
    $('status').textContent = '';
  }, 4000);
}

function problem(text) {
  $('problem').replaceChildren(
    ...(text ? [el('span', {}, text), button('Close', () => problem(''), 'small')] : []),
  );
}

/** Wraps a handler so that its failure is shown as one sentence. */
function guarded(action) {
  return async (...given) => {
    try {
      problem('');
      await action(...given);
    } catch (error) {
      problem(sentence(error));
    }
  };
}

/** A place for the error of a query, beside it. */
const failureOf = area => {
  const failure = el('p', { class: 'failure', id: area.id + '-error', role: 'alert' });
  area.setAttribute('aria-describedby', failure.id);
  return failure;
};

/** The first error of an invalid query: its message, and its place if the query caused it. */
function queryError(error) {
  try {
    return JSON.parse(error.message).errors[0];
  } catch {
    return null;
  }
}

function sentence(error) {
  if (error instanceof TypeError && /fetch/i.test(error.message))
    return 'The emulator doesn’t respond; it may have been stopped.';
  if (error.status === 412)
    return 'The item has changed since you opened it. Open it again, then make your change.';
  if (error.status === 429)
    return 'The container’s throughput is exceeded (429). Try again in a few seconds.';
  const text = String(queryError(error)?.message || error.message || error)
    .split('\n')[0]
    .trim();
  return /[.!?]$/.test(text) ? text : text + '.';
}

const number = (value, digits = 0) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const units = value => number(value, 2) + ' RU';
const counted = (count, one, many) => number(count) + ' ' + (count === 1 ? one : many);

function bytes(count) {
  const step = [
    ['GB', 1 << 30],
    ['MB', 1 << 20],
    ['KB', 1 << 10],
  ].find(([, size]) => count >= size);
  return step ? number(count / step[1], 1) + ' ' + step[0] : count + ' B';
}

const DURATIONS = [
  ['day', 86400000],
  ['hour', 3600000],
  ['minute', 60000],
  ['second', 1000],
  ['millisecond', 1],
];

/** A duration in the largest unit that needs no fraction. */
function duration(millis) {
  const [unit, size] = DURATIONS.find(([, size]) => millis >= size && millis % size === 0);
  return counted(millis / size, unit, unit + 's');
}

function age(millis) {
  if (!Number.isFinite(millis)) return 'at an unknown time';
  if (millis < 2000) return 'now';
  const [unit, size] = DURATIONS.find(([, size]) => millis >= 2 * size);
  return counted(Math.floor(millis / size), unit, unit + 's') + ' ago';
}

/** A time of today, or an earlier date. */
function time(seconds) {
  const at = new Date(seconds * 1000);
  return at.toDateString() === new Date().toDateString()
    ? at.toLocaleTimeString('en-GB')
    : at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}

async function copy(what, text) {
  await navigator.clipboard.writeText(text);
  announce(`${what} copied`);
}

/** Indents JSON without parsing it: numbers keep all their digits. */
function indented(json) {
  let out = '';
  let depth = 0;
  const line = () => '\n' + '  '.repeat(depth);
  for (let i = 0; i < json.length; i++) {
    const c = json[i];
    if (c === '"') {
      const from = i;
      for (i++; json[i] !== '"'; i++) if (json[i] === '\\') i++;
      out += json.slice(from, i + 1);
    } else if (c === '{' || c === '[') {
      const empty = /^\s*[}\]]/.exec(json.slice(i + 1, i + 40));
      if (empty) {
        out += c + empty[0].trim();
        i += empty[0].length;
      } else {
        depth++;
        out += c + line();
      }
    } else if (c === '}' || c === ']') {
      depth--;
      out += line() + c;
    } else if (c === ',') out += c + line();
    else if (c === ':') out += ': ';
    else if (!/\s/.test(c)) out += c;
  }
  return out;
}

/** Parses JSON. Large integers keep all digits where the browser supports it. */
const exact = json =>
  JSON.parse(json, (name, value, context) =>
    JSON.rawJSON && /^-?\d{16,}$/.test(context?.source) && !Number.isSafeInteger(value)
      ? JSON.rawJSON(context.source)
      : value,
  );
const isNumber = value => typeof value === 'number' || !!JSON.isRawJSON?.(value);
const isObject = value =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !isNumber(value);

// ---------------------------------------------------------------- requests

function takeToken() {
  const found = /^#([0-9a-f]{32,})$/.exec(location.hash);
  if (found) {
    sessionStorage.setItem('token', found[1]);
    history.replaceState(null, '', ROOT);
  }
}

/** Sends a request; throws a response of 400 or more with its status and message. */
async function send(method, path, { headers = {}, body } = {}) {
  const response = await fetch(ROOT + path, {
    method,
    body,
    cache: 'no-store',
    headers: { 'x-cosmos-local-token': sessionStorage.getItem('token') || '', ...headers },
  });
  const text = await response.text();
  if (response.status >= 400) {
    const details = text ? JSON.parse(text) : {};
    throw Object.assign(new Error(details.message || 'The emulator responded with status ' + response.status), {
      status: response.status,
      details,
    });
  }
  return {
    status: response.status,
    text,
    charge: Number(response.headers.get('x-ms-request-charge') || 0),
    header: name => response.headers.get(name),
    get json() {
      return text ? exact(text) : {};
    },
  };
}

const post = (path, value) =>
  send('POST', path, {
    body: JSON.stringify(value),
    headers: { 'content-type': 'application/json' },
  });

const link = at =>
  `dbs/${encodeURIComponent(at.database)}/colls/${encodeURIComponent(at.container)}`;

/** Escapes non-ASCII characters, which headers can't contain. */
const ascii = json =>
  json.replace(/[^\x20-\x7e]/g, c => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));

/** The names in each path of a partition key. A quoted name may contain slashes. */
const keyPaths = about =>
  (about.partitionKey.paths || []).map(path =>
    [...path.matchAll(/\/(?:"([^"]*)"|'([^']*)'|([^/]*))/g)].map(
      ([, double, single, plain]) => double ?? single ?? plain,
    ),
  );

/** The values of the partition key. Objects and arrays count as undefined, as in the SDKs. */
function keyOf(about, item) {
  const member = (value, name) =>
    isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return keyPaths(about)
    .map(path => path.reduce(member, item))
    .map(value => (isObject(value) || Array.isArray(value) ? undefined : value));
}

function keyHeader(about, item) {
  if (about.partitionKey.systemKey) return {};
  const values = keyOf(about, item).map(value => (value === undefined ? {} : value));
  return { 'x-ms-documentdb-partitionkey': ascii(JSON.stringify(values)) };
}

/** Reads one page of a query. The gateway returns one partition after another. */
function queryPage(at, query, continuation, max) {
  return send('POST', `api/${link(at)}/docs`, {
    body: JSON.stringify({ query }),
    headers: {
      'content-type': 'application/query+json',
      'x-ms-documentdb-isquery': 'True',
      'x-ms-documentdb-query-enablecrosspartition': 'True',
      'x-ms-documentdb-populatequerymetrics': 'True',
      'x-ms-max-item-count': String(max),
      ...(continuation ? { 'x-ms-continuation': continuation } : {}),
    },
  });
}

/** Reads pages until there are enough rows, because each page has rows of one physical partition. */
async function rowsOf(at, query, continuation, max) {
  const found = { rows: [], parts: new Map(), charge: 0, next: continuation };
  do {
    const page = await queryPage(at, query, found.next, max - found.rows.length);
    const rows = page.json.Documents;
    const id = page.header('x-ms-documentdb-partitionkeyrangeid') || '0';
    const part = found.parts.get(id) || { id, charge: 0, loaded: 0, rows: 0 };
    const loaded = /retrievedDocumentCount=(\d+)/.exec(
      page.header('x-ms-documentdb-query-metrics') || '',
    );
    part.charge += page.charge;
    part.loaded += loaded ? Number(loaded[1]) : 0;
    part.rows += rows.length;
    found.parts.set(id, part);
    found.charge += page.charge;
    found.rows.push(...rows);
    found.next = page.header('x-ms-continuation');
  } while (found.next && found.rows.length < max);
  return { ...found, parts: [...found.parts.values()] };
}

/** Whether the partitions' rows must be merged. SDKs merge them; the gateway rejects such queries. */
function needsMerge(at, { queryInfo: info, queryRanges: ranges }) {
  const onePartition =
    about(at)?.partitions === 1 || (ranges.length === 1 && ranges[0].isMaxInclusive);
  return (
    !onePartition &&
    !!(
      info.rewrittenQuery ||
      info.distinctType !== 'None' ||
      info.top != null ||
      info.limit != null
    )
  );
}

/** Runs a query over all partitions and merges their rows. */
async function merge(at, query) {
  const merged = await post(`merged/${link(at)}`, { query });
  const { Documents: rows, parts, more } = merged.json;
  return { rows, parts, charge: merged.charge, cut: more, merged: true };
}

// ---------------------------------------------------------------- state, routes and polls

let overview = { databases: [] };
let running = [];
let place = '';
let connected = false;

function poll(every, action) {
  const once = async () => {
    if (document.hidden) return;
    try {
      await action();
    } catch (error) {
      problem(sentence(error));
    }
  };
  running.push(setInterval(once, every));
  return once();
}

function stopPolls() {
  running.forEach(clearInterval);
  running = [];
}

function route() {
  const [first, ...rest] = location.hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  return first === 'c'
    ? { view: 'container', database: rest[0], container: rest[1], tab: rest[2] || 'items' }
    : { view: first };
}

const address = (at, tab) =>
  '#/c/' + [at.database, at.container, tab].map(encodeURIComponent).join('/');

function about(at) {
  return overview.databases
    .find(each => each.id === at.database)
    ?.containers.find(each => each.id === at.container);
}

async function loadOverview() {
  overview = (await send('GET', 'overview')).json;
  const state = (await send('GET', 'switches')).json;
  drawTree();
  $('endpoint').textContent =
    `${location.origin}/ · ${overview.consistency} consistency${overview.durable ? ' · stored in a file' : ''}`;
  const faults = state.faults.length + state.otherFaults;
  $('state').textContent = faults
    ? counted(faults, 'fault', 'faults') + ' active'
    : state.enforceThroughput
      ? 'Throughput enforced'
      : state.replicaLagMs
        ? 'Replicas lag'
        : '';
  $('state').className = faults ? 'state on' : 'state';
}

function drawTree() {
  const at = route();
  const entry = (href, text, count, current) =>
    el(
      'li',
      {},
      el(
        'a',
        { href, 'aria-current': current ? 'page' : null },
        el('span', {}, text),
        count != null && el('span', { class: 'count' }, count),
      ),
    );
  const focused =
    document.activeElement?.closest?.('nav') && document.activeElement.getAttribute('href');
  $('tree').replaceChildren(
    ...overview.databases.flatMap(database => [
      el(
        'h2',
        {},
        database.id,
        database.throughput
          ? el('span', { class: 'soft' }, number(database.throughput) + ' RU/s')
          : null,
      ),
      el(
        'ul',
        {},
        database.containers.map(container =>
          entry(
            address(
              { database: database.id, container: container.id },
              at.view === 'container' ? at.tab : 'items',
            ),
            container.id,
            number(container.items),
            at.view === 'container' && at.database === database.id && at.container === container.id,
          ),
        ),
      ),
    ]),
    el('h2', {}, 'Emulator'),
    el(
      'ul',
      {},
      entry('#/leases', 'Hosts and leases', null, at.view === 'leases'),
      entry('#/faults', 'Faults and service conditions', null, at.view === 'faults'),
    ),
  );
  if (focused)
    $('tree')
      .querySelector(`a[href="${CSS.escape(focused)}"]`)
      ?.focus();
}

/** Whether the user has navigated to another view. */
const left = at => JSON.stringify(route()) !== JSON.stringify(at);

async function show() {
  stopPolls();
  openMenu(false);
  problem('');
  $('status').textContent = '';
  const at = route();
  const here = JSON.stringify({ ...at, tab: '' });
  if (place && place !== here) $('main').focus({ preventScroll: true });
  place = here;
  poll(POLL.overview, async () => {
    await loadOverview();
    if (at.view === 'container') drawFacts(at);
  });
  if (!overview.databases.length) await loadOverview();
  connected = true;
  if (left(at)) return;
  drawTree();
  $('view').dataset.place = location.hash;
  if (at.view === 'container') await showContainer(at);
  else if (at.view === 'leases') await showLeases();
  else if (at.view === 'faults') await showFaults(at);
  else showStart();
}

function showStart() {
  const first = overview.databases.flatMap(database =>
    database.containers.map(container => ({ database: database.id, container: container.id })),
  )[0];
  if (first) {
    location.replace(address(first, 'items'));
    return;
  }
  document.title = 'cosmos-local explorer';
  $('view').replaceChildren(
    el('h1', {}, 'No containers'),
    el(
      'p',
      { class: 'empty' },
      'Create a container with a client, or start the emulator with a folder of contents. It then appears here.',
    ),
  );
}

// ---------------------------------------------------------------- a container

const TABS = [
  ['items', 'Items', showItems],
  ['query', 'Query', showQuery],
  ['partitions', 'Partitions', showPartitions],
  ['feed', 'Change feed', showFeed],
];

function drawFacts(at) {
  const container = about(at);
  const facts = document.querySelector('.facts');
  if (!container || !facts) return;
  const fact = (value, text) => el('span', {}, el('b', {}, value), ' ' + text);
  facts.replaceChildren(
    el(
      'span',
      {},
      'Partition key ',
      el('b', { class: 'mono' }, (container.partitionKey.paths || []).join(', ')),
    ),
    fact(number(container.items), container.items === 1 ? 'item' : 'items'),
    fact(
      number(container.partitions),
      container.partitions === 1 ? 'physical partition' : 'physical partitions',
    ),
    container.throughput
      ? fact(
          number(container.throughput),
          'RU/s' + (container.autoscale ? ' autoscale maximum' : '') + (container.shared ? ', shared' : ''),
        )
      : '',
    container.defaultTtl
      ? el(
          'span',
          {},
          'Time to live ',
          el('b', {}, container.defaultTtl < 0 ? 'on, no default' : duration(container.defaultTtl * 1000)),
        )
      : '',
  );
}

async function showContainer(at) {
  if (!about(at)) await loadOverview();
  if (left(at)) return;
  if (!about(at)) {
    $('view').replaceChildren(
      el('h1', {}, at.container || ''),
      el('p', { class: 'empty' }, 'The container doesn’t exist.'),
    );
    return;
  }
  document.title = `${at.container} – cosmos-local explorer`;
  const panel = el('div', { id: 'panel', role: 'tabpanel', 'aria-labelledby': 'tab-' + at.tab });
  const tabs = TABS.map(([id, text]) =>
    el(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: 'tab-' + id,
        'aria-selected': String(id === at.tab),
        'aria-controls': 'panel',
        tabindex: id === at.tab ? '0' : '-1',
        onclick: () => {
          location.hash = address(at, id);
        },
      },
      text,
    ),
  );
  const onkeydown = event => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? TABS.length - 1
          : step && (TABS.findIndex(([id]) => id === at.tab) + step + TABS.length) % TABS.length;
    if (next == null) return;
    event.preventDefault();
    location.hash = address(at, TABS[next][0]);
    showContainer.focus = true;
  };
  $('view').replaceChildren(
    el('h1', {}, el('span', { class: 'soft' }, at.database + ' / '), at.container),
    el('div', { class: 'facts' }),
    el(
      'div',
      { class: 'tabs', role: 'tablist', 'aria-label': 'Views of the container', onkeydown },
      tabs,
    ),
    panel,
  );
  if (showContainer.focus) $('tab-' + at.tab).focus();
  showContainer.focus = false;
  drawFacts(at);
  const [, , draw] = TABS.find(([id]) => id === at.tab) || TABS[0];
  await draw(at, panel);
}

// Items: a page of items, and an editor that saves an item only if its ETag hasn't changed.

async function showItems(at, panel) {
  const container = about(at);
  const filter = el('input', {
    type: 'text',
    id: 'filter',
    placeholder: "WHERE c.id = '…'",
    spellcheck: 'false',
    autocomplete: 'off',
  });
  const failure = failureOf(filter);
  const list = el('div', {});
  const editor = el('div', { class: 'panel editor' });
  const keyIsId = keyPaths(container).join('/') === 'id';
  let places = [null];
  let loads = 0;

  async function load() {
    const loading = ++loads;
    const place = places[places.length - 1];
    failure.textContent = '';
    try {
      const page = await rowsOf(at, `SELECT * FROM c ${filter.value}`, place, PAGE);
      if (loading === loads) draw(page);
    } catch (error) {
      if (loading !== loads) return;
      list.replaceChildren();
      failure.textContent = sentence(error);
    }
  }

  function draw(page) {
    const rows = page.rows.map(item =>
      el(
        'tr',
        { 'data-id': item.id, 'data-rid': item._rid },
        el(
          'td',
          {},
          button(item.id, () => open(item), 'link', { title: item.id }),
        ),
        !keyIsId &&
          cell(
            keyOf(container, item)
              .map(shownValue)
              .map(text => text || 'none')
              .join(', '),
            'mono',
          ),
        cell(item._ts ? time(item._ts) : '', 'num'),
      ),
    );
    list.replaceChildren(
      rows.length
        ? table(
            'Items',
            [['Id'], !keyIsId && ['Partition key'], ['Written', 'num']].filter(Boolean),
            rows,
            'tall',
          )
        : el(
            'div',
            { class: 'scroll' },
            el(
              'p',
              { class: 'empty' },
              filter.value
                ? 'No items match the filter.'
                : 'The container is empty. Create an item with “New item”.',
            ),
          ),
      el(
        'div',
        { class: 'bar' },
        button('First page', () => turn([null]), '', { disabled: places.length === 1 }),
        button('Next page', () => turn([...places, page.next]), '', { disabled: !page.next }),
        el(
          'span',
          { class: 'summary' },
          `Page ${places.length}, `,
          el('b', {}, counted(rows.length, 'item', 'items')),
          ', ',
          units(page.charge),
        ),
      ),
    );
    mark();
  }

  const turn = next => {
    places = next;
    return load();
  };

  function mark() {
    list
      .querySelectorAll('tr')
      .forEach(row =>
        row.classList.toggle(
          'chosen',
          !!editor.dataset.rid && row.dataset.rid === editor.dataset.rid,
        ),
      );
  }

  async function open(item) {
    const read = await send('GET', `api/${link(at)}/docs/${encodeURIComponent(item.id)}`, {
      headers: keyHeader(container, item),
    });
    view(read);
    reveal();
  }

  /** Scrolls to the editor only if its start isn’t visible, so that the header stays. */
  function reveal() {
    const { top } = editor.getBoundingClientRect();
    if (top < 0 || top > innerHeight / 2) editor.scrollIntoView();
  }

  /** Shows parts in place of the item, or only the list. */
  function fill(item, ...parts) {
    editor.dataset.rid = item?._rid || '';
    editor.hidden = !parts.length;
    editor.replaceChildren(...parts);
    mark();
  }

  const changed = () => Promise.all([load(), loadOverview()]);

  function view(read) {
    const item = read.json;
    const remove = async () => {
      if (!confirm(`Delete the item ${item.id}?`)) return;
      const answer = await send('DELETE', `api/${link(at)}/docs/${encodeURIComponent(item.id)}`, {
        headers: { ...keyHeader(container, item), 'if-match': read.header('etag') },
      });
      announce(`Deleted: ${units(answer.charge)}`);
      fill(null);
      await changed();
    };
    fill(
      item,
      el('h2', {}, item.id),
      jsonTree(read),
      el(
        'div',
        { class: 'bar' },
        button('Edit', () => edit(item, read), 'primary', { id: 'edit' }),
        button('Reload', () => open(item)),
        button('Delete', remove, 'danger right'),
      ),
    );
  }

  /** Edits an item that was read, or a new one. */
  function edit(item, read) {
    const area = el('textarea', { id: 'json', spellcheck: 'false', 'aria-describedby': 'tag' });
    area.value = read ? indented(read.text) : JSON.stringify(item, null, 2);
    const save = async () => {
      const written = parsed(area.value);
      const path = `api/${link(at)}/docs` + (read ? '/' + encodeURIComponent(item.id) : '');
      const answer = await send(read ? 'PUT' : 'POST', path, {
        body: area.value,
        headers: {
          'content-type': 'application/json',
          ...keyHeader(container, read ? item : written),
          ...(read ? { 'if-match': read.header('etag') } : {}),
        },
      });
      announce(`${read ? 'Saved' : 'Created'}: ${units(answer.charge)}`);
      view(answer);
      $('edit').focus();
      await changed();
    };
    fill(
      item,
      el('h2', {}, read ? item.id : 'New item'),
      el(
        'p',
        { class: 'tag', id: 'tag' },
        read ? 'Saved only if its ETag is still ' : 'The item needs an id and a partition key.',
        read && el('code', {}, read.header('etag')),
      ),
      el('label', { for: 'json' }, 'JSON'),
      area,
      el(
        'div',
        { class: 'bar' },
        button(read ? 'Save' : 'Create', save, 'primary', { id: 'save' }),
        button('Cancel', () => (read ? view(read) : fill(null)), '', { id: 'cancel' }),
      ),
    );
    area.focus({ preventScroll: true });
  }

  function fresh() {
    const item = { id: '' };
    keyPaths(container).forEach(path =>
      path.reduce((into, name, i) => (into[name] ??= i === path.length - 1 ? '' : {}), item),
    );
    edit(item);
    reveal();
  }

  const search = event => {
    event.preventDefault();
    return turn([null]);
  };
  panel.append(
    el(
      'form',
      { class: 'bar', onsubmit: guarded(search) },
      el('div', { class: 'grow' }, el('label', { for: 'filter' }, 'Filter'), filter),
      el('button', { type: 'submit' }, 'Apply'),
      button('New item', fresh, '', { id: 'new' }),
    ),
    el('div', { class: 'two' }, el('div', {}, failure, list), editor),
  );
  fill(null);
  await load();
}

function parsed(text) {
  try {
    return exact(text);
  } catch (error) {
    throw new Error('Invalid JSON: ' + error.message);
  }
}

const KEYWORDS = new RegExp(
  '^(and|array|as|asc|between|by|case|cast|convert|cross|desc|distinct|else|end|escape|exists|false|for|from|group|' +
    'having|in|inner|insert|into|is|join|left|like|limit|not|null|offset|on|or|order|outer|over|right|select|set|then|' +
    'top|true|udf|undefined|update|value|when|where|with)$',
  'i',
);

/** A part of a path as a query writes it. */
const step = name =>
  typeof name === 'number'
    ? `[${name}]`
    : /^[a-z_]\w*$/i.test(name) && !KEYWORDS.test(name)
      ? '.' + name
      : `[${JSON.stringify(name)}]`;

/** An item as a tree, with the arrow keys of the ARIA tree pattern, and buttons that copy. */
function jsonTree(read) {
  const nodes = new Map();
  const path = el('code', { id: 'path' });
  const tree = el('ul', { class: 'tree', role: 'tree', 'aria-label': 'Item' });
  let current;

  function node(name, value, path, depth) {
    const children = Array.isArray(value)
      ? value.map((each, i) => [i, each])
      : isObject(value)
        ? Object.entries(value)
        : null;
    const shown = children
      ? el(
          'span',
          { class: 'soft' },
          Array.isArray(value)
            ? counted(children.length, 'element', 'elements')
            : counted(children.length, 'property', 'properties'),
        )
      : el('span', { class: typeof value === 'string' ? 'text' : 'literal' }, JSON.stringify(value));
    const item = el(
      'li',
      { role: 'treeitem', tabindex: '-1', 'aria-selected': 'false' },
      el('div', {}, el('span', { class: 'name' }, name), ' ', shown),
    );
    nodes.set(item, { value, path, children, depth });
    if (children?.length) expand(item, depth < 2 && children.length <= 50);
    return item;
  }

  /** Opens or closes a node. Its children are created when it is first opened. */
  function expand(item, open) {
    const { children, path, depth } = nodes.get(item);
    item.setAttribute('aria-expanded', String(open));
    if (open && !item.querySelector('ul'))
      item.append(
        el(
          'ul',
          { role: 'group' },
          children.map(([name, value]) => node(name, value, path + step(name), depth + 1)),
        ),
      );
  }

  const isOpen = item => item.getAttribute('aria-expanded') === 'true';
  const toggle = item => item.hasAttribute('aria-expanded') && expand(item, !isOpen(item));

  function choose(item) {
    current?.setAttribute('aria-selected', 'false');
    current?.setAttribute('tabindex', '-1');
    current = item;
    item.setAttribute('aria-selected', 'true');
    item.setAttribute('tabindex', '0');
    path.textContent = nodes.get(item).path;
  }

  function expandAll(open) {
    const [root] = tree.children;
    // A Map visits what is added meanwhile, so that this reaches all levels.
    for (const item of nodes.keys())
      if (item.hasAttribute('aria-expanded')) expand(item, open || item === root);
    choose(root);
  }

  tree.addEventListener('click', event => {
    const item = event.target.closest('li');
    if (!item) return;
    choose(item);
    item.focus();
    if (event.target.closest('li > div') && getSelection().isCollapsed) toggle(item);
  });
  tree.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const ordered = [...tree.querySelectorAll('li')].filter(each => each.offsetParent);
    const place = ordered.indexOf(current);
    const key = event.key;
    let next = { ArrowDown: ordered[place + 1], ArrowUp: ordered[place - 1] }[key];
    if (key === 'Home') [next] = ordered;
    else if (key === 'End') next = ordered.at(-1);
    else if (key === 'ArrowRight' && isOpen(current)) next = ordered[place + 1];
    else if (key === 'ArrowLeft' && !isOpen(current)) next = current.parentElement.closest('li');
    else if (/^(Enter| |Arrow(Left|Right))$/.test(key)) toggle(current);
    else if (!/^Arrow/.test(key)) return;
    event.preventDefault();
    if (next) choose(next);
    current.focus();
  });

  tree.append(node('c', read.json, 'c', 0));
  choose(tree.firstChild);
  return el(
    'div',
    {},
    el(
      'div',
      { class: 'bar' },
      path,
      button('Copy path', () => copy('Path', path.textContent), 'small', { id: 'copy-path' }),
      button(
        'Copy value',
        () => copy('Value', indented(JSON.stringify(nodes.get(current).value))),
        'small',
        { id: 'copy-value' },
      ),
      button('Copy item', () => copy('Item', indented(read.text)), 'small', { id: 'copy-item' }),
    ),
    tree,
    el(
      'div',
      { class: 'bar' },
      button('Expand all', () => expandAll(true), 'small'),
      button('Collapse all', () => expandAll(false), 'small'),
    ),
  );
}

// A query: rows, cost by partition, plan, index usage.

const MAX_QUERIES = 20;
const MAX_QUERY_LENGTH = 4000;

/** The last queries of a container, newest first. This browser stores them, but no results. */
function storedQueries(place, change = known => known) {
  try {
    const known = JSON.parse(localStorage.getItem('queries:' + place)) || [];
    const next = change(known).slice(0, MAX_QUERIES);
    if (next.length) localStorage.setItem('queries:' + place, JSON.stringify(next));
    else localStorage.removeItem('queries:' + place);
    return next;
  } catch {
    // The browser doesn’t allow storage, or the storage is full.
    return [];
  }
}

async function showQuery(at, panel) {
  const kept = link(at);
  const area = el('textarea', { id: 'query', rows: '5', spellcheck: 'false' });
  area.value = storedQueries(kept)[0] || 'SELECT * FROM c';
  const failure = failureOf(area);
  const past = el('details', { id: 'history' });
  const out = el('div', { id: 'result' });
  let rows = [];
  let parts = [];
  let charge = 0;
  let runs = 0;

  /** Runs a query and shows its rows, unless another run has started meanwhile. */
  async function read(query, explain, next) {
    const mine = ++runs;
    const began = performance.now();
    failure.textContent = '';
    if (!next) {
      rows = [];
      parts = [];
      charge = 0;
      out.replaceChildren();
    }
    try {
      const explained = await explain();
      const found = await (!next && needsMerge(at, explained.plan)
        ? merge(at, query)
        : rowsOf(at, query, next, 100));
      if (mine === runs) draw(query, found, explained, performance.now() - began);
    } catch (error) {
      if (mine === runs) fail(query, error);
    }
  }

  function fail(query, error) {
    const place = queryError(error)?.location;
    const before = place ? query.slice(0, place.start).split('\n') : [];
    failure.textContent =
      (place ? `Line ${before.length}, column ${before.at(-1).length + 1}: ` : '') + sentence(error);
    if (place && area.value === query) {
      area.focus();
      area.setSelectionRange(place.start, place.end);
    }
  }

  function drawHistory(queries) {
    const choose = query => {
      area.value = query;
      area.focus();
    };
    past.hidden = !queries.length;
    past.replaceChildren(
      el('summary', {}, `History (${queries.length})`),
      el(
        'ul',
        {},
        queries.map(query =>
          el('li', {}, button(query, () => choose(query), 'link', { title: query })),
        ),
      ),
      button('Clear history', () => {
        drawHistory(storedQueries(kept, () => []));
        area.focus();
      }, 'small', { id: 'clear' }),
    );
  }

  function run() {
    const query = area.value;
    if (query.length <= MAX_QUERY_LENGTH)
      drawHistory(storedQueries(kept, known => [query, ...known.filter(each => each !== query)]));
    return read(query, async () => (await post(`explain/${kept}`, { query })).json, null);
  }

  function draw(query, found, explained, millis) {
    rows = rows.concat(found.rows);
    charge += found.charge;
    for (const part of found.parts) {
      const known = parts.find(each => each.id === part.id);
      if (known)
        ['charge', 'loaded', 'rows'].forEach(name => {
          known[name] += part[name];
        });
      else parts.push({ ...part });
    }
    const more = () => read(query, () => explained, found.next);
    out.replaceChildren(
      el(
        'div',
        { class: 'bar' },
        el(
          'span',
          { class: 'summary', id: 'cost' },
          el('b', {}, counted(rows.length, 'row', 'rows')),
          ' for ',
          el('b', {}, units(charge)),
          ` from ${counted(parts.length, 'physical partition', 'physical partitions')}, ${number(millis)} ms`,
          found.cut ? '. Only the first rows are shown. Use LIMIT to return fewer.' : '',
        ),
        found.next && button('More rows', more, 'small'),
      ),
      rowTable(rows),
      el(
        'div',
        { class: 'two' },
        el(
          'section',
          {},
          el('h2', {}, 'Cost by physical partition'),
          table(
            'Cost by physical partition',
            [['Partition'], ['Items loaded', 'num'], ['Rows', 'num'], ['Charge', 'num']],
            parts.map(part =>
              el(
                'tr',
                {},
                el('th', { scope: 'row' }, part.id),
                cell(number(part.loaded), 'num'),
                cell(number(part.rows), 'num'),
                cell(units(part.charge), 'num'),
              ),
            ),
          ),
        ),
        el(
          'div',
          {},
          el('section', {}, el('h2', {}, 'Index usage'), indexUse(explained.index)),
          el('section', {}, el('h2', {}, 'Plan'), planOf(explained.plan, found)),
        ),
      ),
    );
  }

  const keys = event => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      guarded(run)();
    }
  };
  area.addEventListener('keydown', keys);
  panel.append(
    el('label', { for: 'query' }, 'Query'),
    area,
    el(
      'div',
      { class: 'bar' },
      button('Run', run, 'primary', { id: 'run' }),
      el('span', { class: 'summary' }, 'Ctrl + Enter'),
    ),
    failure,
    past,
    out,
  );
  drawHistory(storedQueries(kept));
}

const shownValue = value =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** Rows as a table of their properties; other values as JSON. */
function rowTable(rows) {
  if (!rows.length) return el('div', { class: 'scroll' }, el('p', { class: 'empty' }, 'No rows.'));
  const plain = rows.every(isObject);
  const names = plain
    ? [...new Set(rows.flatMap(Object.keys))].filter(
        name => !/^_(rid|self|etag|attachments|lsn)$/.test(name),
      )
    : [];
  const kind = name =>
    rows.every(row => row[name] === undefined || isNumber(row[name])) ? 'num' : 'mono';
  return el(
    'div',
    {},
    plain
      ? table(
          'Rows',
          names.map(name => [name, kind(name) === 'num' ? 'num' : '']),
          rows.map(row =>
            el(
              'tr',
              {},
              names.map(name => cell(shownValue(row[name]), kind(name))),
            ),
          ),
          'tall',
        )
      : el('pre', { tabindex: '0' }, rows.map(row => JSON.stringify(row)).join('\n')),
    plain &&
      el(
        'details',
        {},
        el('summary', {}, 'As JSON'),
        el('pre', { tabindex: '0' }, JSON.stringify(rows, null, 2)),
      ),
  );
}

const COMPARISONS = {
  EQUAL: '=',
  IN: 'IN',
  LESS: '<',
  LESS_OR_EQUAL: '<=',
  GREATER: '>',
  GREATER_OR_EQUAL: '>=',
  STARTS_WITH: 'STARTSWITH',
};

function indexUse(use) {
  const lines = use.conditions.map(each =>
    el(
      'li',
      { class: each.indexed ? 'yes' : 'no' },
      el('code', {}, each.path + ' ' + COMPARISONS[each.comparison]),
    ),
  );
  if (use.order.length)
    lines.push(
      el(
        'li',
        { class: use.orderIndexed ? 'yes' : 'no' },
        'ORDER BY ',
        el('code', {}, use.order.join(', ')),
      ),
    );
  return lines.length
    ? el('ul', { class: 'uses' }, lines)
    : el(
        'p',
        { class: 'soft' },
        'No filter or ORDER BY can use an index, so all items are loaded.',
      );
}

function planOf(plan, found) {
  const info = plan.queryInfo;
  const facts = [
    [
      'Physical partitions',
      plan.queryRanges.every(range => range.isMaxInclusive)
        ? 'those of ' + counted(plan.queryRanges.length, 'partition key', 'partition keys')
        : 'all',
    ],
    ['Merged', found.merged ? 'yes, as an SDK does' : 'no, partitions are read one after another'],
    info.orderBy.length && [
      'Order',
      info.orderByExpressions
        .map((path, i) => path + ' ' + info.orderBy[i].toLowerCase())
        .join(', '),
    ],
    info.aggregates.length && ['Aggregates', info.aggregates.join(', ')],
    info.groupByExpressions.length && ['Groups', info.groupByExpressions.join(', ')],
    info.distinctType !== 'None' && ['Distinct', info.distinctType.toLowerCase()],
    (info.top ?? info.limit) != null && ['Maximum rows', number(info.top ?? info.limit)],
  ].filter(Boolean);
  return el(
    'div',
    {},
    el(
      'dl',
      {},
      facts.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]),
    ),
    info.rewrittenQuery &&
      el(
        'details',
        {},
        el('summary', {}, 'Query for each partition'),
        el('pre', { tabindex: '0' }, info.rewrittenQuery),
      ),
    el(
      'details',
      {},
      el('summary', {}, 'Full plan'),
      el('pre', { tabindex: '0' }, JSON.stringify(plan, null, 2)),
    ),
  );
}

// Physical partitions.

async function showPartitions(at, panel) {
  const split = async id => {
    if (!confirm(`Split the physical partition ${id}? This can’t be undone.`)) return;
    const ids = (await send('POST', `split/${link(at)}/pkranges/${id}`)).json;
    announce(`Partition ${id} was split into ${ids.join(' and ')}.`);
    await draw();
  };
  const region = table(
    'Physical partitions',
    [
      ['Id'],
      ['Hash range'],
      ['Items', 'num'],
      ['Size', 'num'],
      ['Last LSN', 'num'],
      ['RU in the last second', 'num'],
      ['RU since start', 'num'],
      ['429', 'num'],
      ['', 'num'],
    ],
    [],
  );
  const summary = el('p', { class: 'empty' });
  panel.append(region, summary);
  async function draw() {
    const { partitions } = (await send('GET', `partitions/${link(at)}`)).json;
    const largest = Math.max(1, ...partitions.map(each => each.bytes));
    const rows = partitions.map(each => {
      const share = el('i', {});
      share.style.width = (100 * each.bytes) / largest + '%';
      return el(
        'tr',
        {},
        el('th', { scope: 'row' }, each.id),
        cell(`${each.min || '00'} – ${each.max}`.replace(/([0-9A-F]{8})[0-9A-F]+/g, '$1…'), 'mono'),
        cell(number(each.items), 'num'),
        el('td', { class: 'num' }, bytes(each.bytes), el('span', { class: 'meter' }, share)),
        cell(number(each.lsn), 'num'),
        cell(number(each.lastSecond, 2), 'num'),
        cell(number(each.charge, 2), 'num'),
        cell(number(each.refused), 'num' + (each.refused ? ' danger-text' : '')),
        el(
          'td',
          { class: 'num' },
          button('Split', () => split(each.id), 'small', {
            id: 'split-' + each.id,
            'aria-label': 'Split partition ' + each.id,
          }),
        ),
      );
    });
    refill(region, rows);
    summary.textContent = `${counted(partitions.length, 'physical partition', 'physical partitions')}, ${bytes(partitions.reduce((sum, each) => sum + each.bytes, 0))} of JSON, ${units(partitions.reduce((sum, each) => sum + each.charge, 0))} (modelled) since start.`;
  }
  await poll(POLL.partitions, draw);
}

// The change feed's tail.

async function showFeed(at, panel) {
  const list = el('ol', { class: 'feed', id: 'feed', 'aria-label': 'Changes, newest first' });
  const state = el('span', { class: 'summary', role: 'status' });
  const container = about(at);
  let etag = '*';
  let count = 0;
  let charge = 0;
  let paused = false;
  let busy = false;
  let readings = 0;

  async function read() {
    if (paused || busy) return;
    busy = true;
    const reading = readings;
    try {
      for (let found = true; found && !paused && list.isConnected;) {
        const page = await send('GET', `api/${link(at)}/docs`, {
          headers: {
            'a-im': 'Incremental feed',
            'x-ms-max-item-count': '100',
            ...(etag ? { 'if-none-match': etag } : {}),
          },
        });
        if (reading !== readings) break;
        found = page.status === 200;
        etag = page.header('etag');
        charge += page.charge;
        const changes = found ? page.json.Documents : [];
        count += changes.length;
        list.prepend(
          ...changes.reverse().map(item => {
            const {
              _rid: rid,
              _self: self,
              _etag: tag,
              _attachments: files,
              _lsn: lsn,
              _ts: ts,
              id,
              ...rest
            } = item;
            return el(
              'li',
              { 'data-id': id },
              el('span', { class: 'soft' }, time(ts)),
              el('b', { class: 'mono', title: id }, id),
              el('code', { class: 'soft', title: JSON.stringify(rest) }, JSON.stringify(rest)),
            );
          }),
        );
        while (list.children.length > 200) list.lastChild.remove();
      }
    } finally {
      busy = false;
    }
    if (reading !== readings) return read();
    drawState();
  }

  function drawState() {
    empty.hidden = count > 0;
    list.hidden = !count;
    state.replaceChildren(
      el('b', {}, counted(count, 'change', 'changes')),
      ` for ${units(charge)}${paused ? ', paused' : ''}`,
    );
  }

  const empty = el(
    'p',
    { class: 'empty' },
    `Changes to ${container.id} appear here. This is the latest-version change feed, without deletes.`,
  );
  const pause = button('Pause', () => {
    paused = !paused;
    pause.textContent = paused ? 'Resume' : 'Pause';
    drawState();
    return read();
  });
  const restart = button('Read from the beginning', () => {
    readings++;
    etag = '';
    count = 0;
    charge = 0;
    list.replaceChildren();
    drawState();
    return read();
  });
  panel.append(el('div', { class: 'bar' }, pause, restart, state), list, empty);
  list.hidden = true;
  await poll(POLL.feed, read);
}

// ---------------------------------------------------------------- leases

/** The SDKs' default. Leases don't contain another one. */
const EXPIRATION = 60000;

async function showLeases() {
  document.title = 'Hosts and leases – cosmos-local explorer';
  const none = el('p', { class: 'empty' }, 'No leases.');
  const out = el('div', { id: 'leases' });
  const shown = new Map();
  $('view').replaceChildren(
    el('h1', {}, 'Hosts and leases'),
    el(
      'p',
      { class: 'empty' },
      `Leases of change feed processors, in all containers with the partition key /id. A host is marked as gone if it hasn’t renewed a lease for ${duration(EXPIRATION)}, the default after which other hosts take over its leases.`,
    ),
    out,
  );
  async function draw() {
    const found = [];
    for (const database of overview.databases) {
      for (const container of database.containers.filter(
        each => (each.partitionKey.paths || []).join() === '/id',
      )) {
        const at = { database: database.id, container: container.id };
        const { rows } = await rowsOf(
          at,
          'SELECT * FROM c WHERE IS_DEFINED(c.LeaseToken)',
          null,
          200,
        );
        if (rows.length) found.push([at, rows]);
      }
    }
    const sections = found.map(([at, rows]) => {
      if (!shown.has(link(at))) shown.set(link(at), leaseTable(at));
      shown.get(link(at)).fill(rows);
      return shown.get(link(at)).section;
    });
    const all = sections.length ? sections : [none];
    if (all.length !== out.children.length || all.some((each, i) => each !== out.children[i]))
      out.replaceChildren(...all);
  }
  await poll(POLL.leases, draw);
}

function leaseTable(at) {
  const hosts = el('ul', { class: 'hosts' });
  const region = table(
    'Leases in ' + at.container,
    [['Range'], ['Host'], ['Renewed', 'num'], ['Continuation'], ['Lease']],
    [],
  );
  const since = lease => Date.now() - Date.parse(lease.timestamp);
  const fill = leases => {
    const held = new Map();
    for (const lease of leases)
      held.set(lease.Owner || '', [...(held.get(lease.Owner || '') || []), since(lease)]);
    const gone = owner =>
      owner && Math.min(...held.get(owner)) > EXPIRATION && [' ', el('span', { class: 'gone' }, 'gone')];
    leases.sort((one, other) =>
      String(one.LeaseToken).localeCompare(String(other.LeaseToken), 'en', { numeric: true }),
    );
    hosts.replaceChildren(
      ...[...held].sort().map(([owner, ages]) =>
        el(
          'li',
          {},
          owner && el('b', { class: 'mono' }, owner),
          gone(owner),
          ' ' +
            counted(ages.length, 'lease', 'leases') +
            (owner ? ', renewed ' + age(Math.min(...ages)) : ' without a host'),
        ),
      ),
    );
    refill(
      region,
      leases.map(lease =>
        el(
          'tr',
          {},
          cell(String(lease.LeaseToken), 'mono'),
          el(
            'td',
            {},
            lease.Owner ? el('span', { class: 'mono' }, lease.Owner) : 'none',
            gone(lease.Owner),
          ),
          cell(age(since(lease)), 'num'),
          cell(lease.ContinuationToken || '', 'mono'),
          cell(lease.id, 'mono'),
        ),
      ),
    );
  };
  const heading = el('h2', {}, el('span', { class: 'soft' }, at.database + ' / '), at.container);
  return { section: el('section', {}, heading, hosts, region), fill };
}

// ---------------------------------------------------------------- faults and service conditions

const FAULTS = [
  ['429', '429, too many requests'],
  ['503', '503, unavailable'],
  ['408', '408, timeout'],
  ['449', '449, retry the write'],
  ['410', '410, partition gone'],
  ['500', '500, internal error'],
  ['DELAY', 'delayed execution'],
  ['LATE_RESPONSE', 'immediate execution, delayed response'],
  ['CUT_BEFORE', 'connection closed before execution'],
  ['CUT_AFTER', 'connection closed after execution'],
];
const REQUESTS = [
  ['ANY', 'any request'],
  ['READS', 'reads and queries'],
  ['WRITES', 'writes'],
  ['QUERY', 'queries'],
  ['CHANGE_FEED', 'the change feed'],
  ['BATCH', 'batches'],
  ['PATCH_ITEM', 'patches'],
];
const DISTANCES = [
  ['NONE', 'None'],
  ['SAME_REGION', 'Same region'],
  ['OTHER_CONTINENT', 'Another continent, about 90 ms'],
];
const CONDITIONS = [
  ['replicaLagMs', 'Replica lag in ms', 900000],
  ['indexBuildMs', 'Time to build an index in ms', 900000],
  ['recoveryPointMs', 'Recovery point in ms', 900000],
  ['logicalPartitionKb', 'Maximum logical partition size in KB', 2 ** 31 - 1],
];
const named = (list, key) => list.find(([each]) => each === key)?.[1] || key;

async function showFaults(at) {
  document.title = 'Faults and service conditions – cosmos-local explorer';
  let state = (await send('GET', 'switches')).json;
  if (left(at)) return;
  const put = async change => {
    state = (
      await send('PUT', 'switches', {
        body: JSON.stringify(change),
        headers: { 'content-type': 'application/json' },
      })
    ).json;
    draw();
    await loadOverview();
  };
  const fault = select(FAULTS);
  const requests = select(REQUESTS);
  const containers = [
    ...new Set(overview.databases.flatMap(database => database.containers.map(each => each.id))),
  ];
  const where = select([['', 'all containers'], ...containers.map(id => [id, id])]);
  const percent = el('input', { type: 'number', min: '1', max: '100', value: '20' });
  const millis = el('input', { type: 'number', min: '0', max: '60000', value: '200' });
  const active = table(
    'Active faults',
    [
      ['Fault'],
      ['Requests'],
      ['Container'],
      ['Probability', 'num'],
      ['Duration', 'num'],
      ['Injected', 'num'],
    ],
    [],
  );
  const stop = button('Stop all faults', () => put({ faults: [] }), '', { id: 'stop' });
  const some = el('div', {}, active, el('div', { class: 'bar' }, stop));
  const none = el('p', { class: 'empty' });
  const rules = el('div', { id: 'rules' }, some, none);
  const limits = el('input', {
    type: 'checkbox',
    id: 'enforce',
    onchange: guarded(() => put({ enforceThroughput: limits.checked })),
  });
  const distance = select(DISTANCES);
  distance.addEventListener(
    'change',
    guarded(() => put({ distance: distance.value })),
  );
  const conditions = CONDITIONS.map(([name, , max]) => {
    const onchange = guarded(event => put({ [name]: Number(event.target.value) }));
    return el('input', { type: 'number', min: '0', max, id: name, onchange });
  });
  const failover = button(
    'Fail over',
    async () => {
      const milliseconds = state.recoveryPointMs;
      if (!confirm(`Fail over and lose the writes of the last ${duration(milliseconds)}?`)) return;
      const { transactions } = (await post('failover', { milliseconds })).json;
      announce(`The failover lost ${counted(transactions, 'transaction', 'transactions')}.`);
      await loadOverview();
    },
    'danger',
    { id: 'failover' },
  );
  const loss = el('p', { class: 'empty' });
  const add = event => {
    event.preventDefault();
    return put({
      faults: [
        ...state.faults,
        {
          fault: fault.value,
          requests: requests.value,
          container: where.value,
          percent: Number(percent.value),
          milliseconds: Number(millis.value),
        },
      ],
    });
  };

  function draw() {
    limits.checked = state.enforceThroughput;
    if (state.distance === 'OTHER' && !distance.querySelector('[value=OTHER]'))
      distance.append(el('option', { value: 'OTHER', disabled: true }, 'Set by the program'));
    distance.value = state.distance;
    for (const input of conditions)
      if (input !== document.activeElement) input.value = state[input.id];
    failover.disabled = !state.failover || !state.recoveryPointMs;
    loss.textContent = !state.failover
      ? 'Under strong consistency, a failover loses no writes.'
      : state.recoveryPointMs
        ? `A failover loses all writes of the last ${duration(state.recoveryPointMs)}, except those from before the recovery point was set.`
        : 'A failover loses the writes within the recovery point. Set one first.';
    const rows = state.faults.map((rule, i) =>
      el(
        'tr',
        {},
        cell(named(FAULTS, rule.fault)),
        cell(named(REQUESTS, rule.requests)),
        cell(rule.container || 'all containers'),
        cell(rule.percent + ' %', 'num'),
        cell(/DELAY|LATE|429/.test(rule.fault) ? rule.milliseconds + ' ms' : '', 'num'),
        cell(number(state.injected[i] || 0), 'num'),
      ),
    );
    refill(active, rows);
    // Moves the focus, because the focused button disappears.
    if (!rows.length && document.activeElement === stop) $('add').focus();
    some.hidden = !rows.length;
    none.hidden = !some.hidden;
    none.textContent = state.otherFaults
      ? `${counted(state.otherFaults, 'rule', 'rules')} set by the program that started the emulator. A new fault replaces them.`
      : 'No faults are injected.';
  }

  $('view').replaceChildren(
    el('h1', {}, 'Faults and service conditions'),
    el(
      'p',
      { class: 'empty' },
      'These settings apply to client requests. Faults and latency don’t affect requests of this explorer, but its requests consume throughput.',
    ),
    el(
      'section',
      {},
      el('h2', {}, 'Service conditions'),
      el(
        'div',
        { class: 'choices' },
        el(
          'label',
          { class: 'inline', for: 'enforce' },
          limits,
          'Enforce throughput (429)',
        ),
        field('Network latency', distance),
        el('div', { class: 'bar' }, conditions.map((each, i) => field(CONDITIONS[i][1], each))),
        el(
          'p',
          { class: 'empty' },
          '0 disables a setting. One of four replicas lags, so reads with weak consistency, including those of this explorer, may miss recent writes.',
        ),
      ),
    ),
    el(
      'section',
      {},
      el('h2', {}, 'Faults'),
      rules,
      el(
        'form',
        { class: 'bar', onsubmit: guarded(add) },
        field('Fault', fault),
        field('Requests', requests),
        field('Container', where),
        field('Percent', percent),
        field('Milliseconds', millis),
        el('button', { type: 'submit', class: 'primary', id: 'add' }, 'Add fault'),
      ),
    ),
    el('section', {}, el('h2', {}, 'Failover'), loss, failover),
  );
  draw();
  await poll(POLL.faults, async () => {
    state = (await send('GET', 'switches')).json;
    draw();
  });
}

// ---------------------------------------------------------------- start

/** Shows or hides the containers on a narrow screen, where they are a menu. */
function openMenu(open) {
  $('menu').setAttribute('aria-expanded', String(open));
}

$('menu').addEventListener('click', () => {
  openMenu($('menu').getAttribute('aria-expanded') === 'false');
});
$('skip').addEventListener('click', event => {
  event.preventDefault();
  $('main').focus();
});
addEventListener('hashchange', () => {
  takeToken();
  guarded(show)();
});
takeToken();
guarded(show)().then(() => {
  if (!connected)
    $('view').replaceChildren(
      el('h1', {}, 'Not connected'),
      el(
        'p',
        { class: 'empty' },
        'Open the address that the emulator printed at startup. It ends with a token that changes with each start.',
      ),
    );
});
