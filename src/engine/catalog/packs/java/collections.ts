import { definePack } from '../../pack.ts';
import { containers, flows, neutrals, of, sinks, subtypes, types } from './rows.ts';

const u = (names: string): string[] => of('java.util', names);

const lists = u('ArrayList LinkedList Vector Stack CopyOnWriteArrayList');
const maps = u(
  'HashMap LinkedHashMap TreeMap Hashtable WeakHashMap IdentityHashMap EnumMap concurrent.ConcurrentHashMap concurrent.ConcurrentSkipListMap',
);
const sets = u('HashSet LinkedHashSet TreeSet EnumSet concurrent.ConcurrentSkipListSet');
const queues = u(
  'ArrayDeque PriorityQueue concurrent.LinkedBlockingQueue concurrent.ArrayBlockingQueue concurrent.ConcurrentLinkedQueue',
);

const guava = (names: string): string[] => of('com.google.common.collect', names);

const stream = 'java.util.stream.Stream';
const optional = 'java.util.Optional';

/** `Pattern.LITERAL`. */
const literal = 16;

/** Collections, maps, iterators, optionals and streams. */
export const collections = definePack({
  id: 'java/collections',
  languages: ['java'],
  title: 'Collections and streams',
  provenance: 'Java SE API specification.',
  rows: [
    ...subtypes({
      'java.util.Collection': ['java.lang.Iterable'],
      'java.util.List': ['java.util.Collection'],
      'java.util.Set': ['java.util.Collection'],
      'java.util.Queue': ['java.util.Collection'],
      'java.util.Deque': ['java.util.Queue'],
      'java.util.SortedSet': ['java.util.Set'],
      'java.util.SortedMap': ['java.util.Map'],
      'java.util.concurrent.ConcurrentMap': ['java.util.Map'],
      'java.util.ListIterator': ['java.util.Iterator'],
      'java.util.Properties': ['java.util.Map'],
      ...Object.fromEntries(lists.map((type) => [type, ['java.util.List', 'java.util.Deque']])),
      ...Object.fromEntries(maps.map((type) => [type, ['java.util.Map']])),
      ...Object.fromEntries(sets.map((type) => [type, ['java.util.Set']])),
      ...Object.fromEntries(queues.map((type) => [type, ['java.util.Deque']])),
    }),
    ...containers('newList', [
      ...lists,
      ...sets,
      ...queues,
      ...u(
        'List.of Set.of List.copyOf Set.copyOf Arrays.asList Collections.singletonList Collections.singleton Collections.emptyList Collections.emptySet',
      ),
      'java.util.stream.Stream.of',
    ]),
    ...types({
      ...Object.fromEntries(
        u('List.of List.copyOf Arrays.asList Collections.singletonList Collections.emptyList').map((api) => [
          api,
          'java.util.List',
        ]),
      ),
      ...Object.fromEntries(
        u('Set.of Set.copyOf Collections.singleton Collections.emptySet').map((api) => [
          api,
          'java.util.Set',
        ]),
      ),
      'java.util.stream.Stream.of': stream,
    }),
    // Guava's lists and sets are lists and sets.
    ...containers('newList', guava('ImmutableList.of ImmutableSet.of Lists.newArrayList Sets.newHashSet')),
    ...containers('copy', guava('ImmutableList.copyOf ImmutableSet.copyOf ImmutableMap.copyOf')),
    ...subtypes({
      'com.google.common.collect.ImmutableList': ['java.util.List'],
      'com.google.common.collect.ImmutableSet': ['java.util.Set'],
      'com.google.common.collect.ImmutableMap': ['java.util.Map'],
    }),
    ...types({
      ...Object.fromEntries(
        guava('ImmutableList.of ImmutableList.copyOf Lists.newArrayList').map((api) => [
          api,
          'java.util.List',
        ]),
      ),
      ...Object.fromEntries(
        guava('ImmutableSet.of ImmutableSet.copyOf Sets.newHashSet').map((api) => [api, 'java.util.Set']),
      ),
    }),
    ...containers('newMap', [...maps, ...u('Properties Collections.emptyMap Map.ofEntries')]),
    ...containers('mapOf', [...u('Map.of'), 'com.google.common.collect.ImmutableMap.of']),
    ...types({
      'java.util.Map.of': 'java.util.Map',
      'com.google.common.collect.ImmutableMap.of': 'java.util.Map',
    }),
    ...containers(
      'copy',
      u(
        'Collections.unmodifiableList Collections.unmodifiableSet Collections.unmodifiableMap Collections.unmodifiableCollection Collections.synchronizedList Collections.synchronizedMap Map.copyOf',
      ),
    ),
    ...containers('append', [
      ...u('Collection.add Queue.offer Deque.addLast Deque.offerLast Vector.addElement Queue.put'),
    ]),
    ...containers('truncate', of('java.lang.AbstractStringBuilder', 'setLength')),
    // What holds one thing: for several threads, or for one.
    ...containers('newList', [
      ...u('concurrent.atomic.AtomicReference'),
      'java.lang.ThreadLocal',
      'java.lang.InheritableThreadLocal',
      'java.lang.ref.WeakReference',
      'java.lang.ref.SoftReference',
    ]),
    ...subtypes({
      'java.lang.InheritableThreadLocal': ['java.lang.ThreadLocal'],
      'java.lang.ref.WeakReference': ['java.lang.ref.Reference'],
      'java.lang.ref.SoftReference': ['java.lang.ref.Reference'],
    }),
    ...containers('hold', [
      ...u('concurrent.atomic.AtomicReference').flatMap((type) =>
        of(type, 'set getAndSet lazySet setPlain setRelease setVolatile'),
      ),
      'java.lang.ThreadLocal.set',
    ]),
    ...containers('next', [
      ...u('concurrent.atomic.AtomicReference').flatMap((type) => of(type, 'get getPlain getAcquire')),
      'java.lang.ThreadLocal.get',
      'java.lang.ref.Reference.get',
    ]),
    // Who removes it at the end has kept it for all that ran in between.
    ...neutrals(['java.lang.ThreadLocal.remove']),
    ...containers('prepend', u('Deque.addFirst Deque.offerFirst Deque.push')),
    ...containers('push', ['java.util.Stack.push']),
    ...containers('get', u('List.get Map.get Map.getOrDefault Vector.elementAt Hashtable.get')),
    ...containers('copy', u('Arrays.copyOf Arrays.copyOfRange')),
    ...containers('compute', u('Map.computeIfAbsent')),
    ...containers('setting', ['java.util.Properties.getProperty', 'java.util.ResourceBundle.getString']),
    ...containers('configuration', [
      'org.springframework.core.env.Environment.getProperty',
      'org.springframework.core.env.Environment.getRequiredProperty',
    ]),
    ...containers('load', ['java.util.Properties.load', 'java.util.Properties.loadFromXML']),
    ...containers('bundle', ['java.util.ResourceBundle.getBundle']),
    { kind: 'type', api: 'java.util.ResourceBundle.getBundle', type: 'java.util.ResourceBundle' },
    ...containers(
      'put',
      u('List.set Map.put Map.putIfAbsent Map.replace Hashtable.put Properties.setProperty'),
    ),
    ...containers('removeAt', u('List.remove Map.remove')),
    ...containers('pop', u('Deque.pollLast Deque.removeLast List.removeLast Stack.pop')),
    ...containers(
      'shift',
      u('Queue.poll Queue.remove Deque.pop Deque.pollFirst Deque.removeFirst List.removeFirst'),
    ),
    ...containers(
      'first',
      u(
        'Queue.element Queue.peek Deque.peek Deque.getFirst Deque.peekFirst List.getFirst Vector.firstElement SortedSet.first',
      ),
    ),
    ...containers(
      'last',
      u('Deque.getLast Deque.peekLast List.getLast Vector.lastElement Stack.peek SortedSet.last'),
    ),
    ...containers('clear', u('Collection.clear Map.clear')),
    ...containers('addAll', u('Collection.addAll')),
    ...containers('putAll', u('Map.putAll')),
    ...containers('values', u('Map.values')),
    ...containers('keys', u('Map.keySet Hashtable.keys Properties.stringPropertyNames')),
    ...containers('map', [...of(stream, 'map mapToObj'), `${optional}.map`]),
    ...containers('flatMap', [...of(stream, 'flatMap'), `${optional}.flatMap`]),
    ...containers('entryKey', u('Map.Entry.getKey')),
    ...containers('entryValue', u('Map.Entry.getValue')),
    ...containers('entries', u('Map.entrySet')),
    ...containers('iterator', [
      ...u('Collection.iterator List.listIterator Vector.elements'),
      'java.lang.Iterable.iterator',
    ]),
    ...containers('next', [...u('Iterator.next Enumeration.nextElement'), `${optional}.orElseThrow`]),
    ...containers('slice', u('List.subList')),
    ...containers('copy', u('Collection.toArray Collection.clone')),
    ...containers(
      'reorder',
      u(
        'Collections.reverse Collections.shuffle Collections.sort Collections.swap Collections.rotate List.sort Collection.removeIf Collection.retainAll Collection.removeAll Arrays.sort Arrays.parallelSort',
      ),
    ),
    ...containers('fill', u('Arrays.fill Collections.fill')),
    ...containers('appendEach', u('Collections.addAll')),
    ...neutrals([
      ...u(
        'Collection.size Collection.isEmpty Collection.contains Collection.containsAll Map.size Map.isEmpty Map.containsKey Map.containsValue Iterator.hasNext Enumeration.hasMoreElements List.indexOf List.lastIndexOf Objects.equals Objects.hash Objects.isNull Objects.nonNull Arrays.equals Optional.isPresent Optional.isEmpty',
      ),
    ]),
    ...flows(
      'Argument[0]',
      'ReturnValue',
      u('Objects.requireNonNull Objects.toString Objects.requireNonNullElse'),
    ),
    ...flows('Argument[1]', 'ReturnValue', u('Objects.requireNonNullElse')),

    // Optional and streams: what goes in comes out, through the functions that are given.
    ...types({
      'java.util.Optional.of': optional,
      'java.util.Optional.ofNullable': optional,
      'java.util.Optional.empty': optional,
      ...Object.fromEntries(of(optional, 'map flatMap filter or').map((api) => [api, optional])),
      'java.util.Collection.stream': stream,
      'java.util.Collection.parallelStream': stream,
      'java.util.Arrays.stream': stream,
      'java.util.stream.StreamSupport.stream': stream,
      ...Object.fromEntries(
        of(
          stream,
          'map flatMap filter sorted distinct limit skip peek parallel sequential boxed mapToObj takeWhile dropWhile',
        ).map((api) => [api, stream]),
      ),
    }),
    ...containers('same', of(stream, 'findFirst findAny')),
    ...types(Object.fromEntries(of(stream, 'findFirst findAny').map((api) => [api, optional]))),
    ...containers('filter', [`${optional}.filter`, `${stream}.filter`, `${stream}.takeWhile`]),
    ...containers('values', u('Collection.stream Collection.parallelStream Arrays.stream')),
    ...neutrals(of(stream, 'count anyMatch allMatch noneMatch mapToInt mapToLong mapToDouble')),

    // Reactor: what comes after does not hold what was before.
    ...['Mono', 'Flux'].flatMap((name) =>
      flows(
        'Argument[0]',
        'ReturnValue',
        of(`reactor.core.publisher.${name}`, 'thenReturn then thenMany thenEmpty'),
      ),
    ),

    // Text tools.
    ...types({
      'java.util.Base64.getDecoder': 'java.util.Base64.Decoder',
      'java.util.Base64.getEncoder': 'java.util.Base64.Encoder',
      'java.util.Base64.getUrlDecoder': 'java.util.Base64.Decoder',
      'java.util.Base64.getUrlEncoder': 'java.util.Base64.Encoder',
      'java.util.Base64.getMimeDecoder': 'java.util.Base64.Decoder',
      'java.util.regex.Pattern.compile': 'java.util.regex.Pattern',
      'java.util.regex.Pattern.matcher': 'java.util.regex.Matcher',
      'java.util.Properties.getProperty': 'java.lang.String',
    }),
    ...flows('Argument[0]', 'ReturnValue', [
      'java.util.Base64.Decoder.decode',
      'java.util.Base64.Encoder.encode',
      'java.util.Base64.Encoder.encodeToString',
    ]),
    ...flows('Argument[0]', 'ReturnValue', ['java.util.regex.Pattern.matcher']),
    ...flows('Receiver', 'ReturnValue', ['java.util.regex.Matcher.group']),
    ...types({ 'java.util.regex.Matcher.group': 'java.lang.String' }),
    ...neutrals([
      'java.util.regex.Pattern.matches',
      'java.util.regex.Matcher.matches',
      'java.util.regex.Matcher.find',
      'java.util.regex.Matcher.start',
      'java.util.regex.Matcher.end',
      'java.util.regex.Matcher.lookingAt',
      'java.util.regex.Pattern.compile',
    ]),
    {
      kind: 'sanitizer',
      api: 'java.util.regex.Pattern.quote',
      clears: ['regex-injection', 'redos'],
      input: 'Argument[0]',
    },
    ...sinks(
      'regex-injection',
      'Argument[0]',
      [
        'java.util.regex.Pattern.matches',
        'java.lang.String.matches',
        'java.lang.String.replaceAll',
        'java.lang.String.replaceFirst',
        'java.lang.String.split',
      ],
      { what: 'a regular expression', when: [{ input: 'Argument[0]', type: 'java.lang.String' }] },
    ),
    // A literal is no expression.
    ...sinks('regex-injection', 'Argument[0]', ['java.util.regex.Pattern.compile'], {
      what: 'a regular expression',
      when: [
        { input: 'Argument[0]', type: 'java.lang.String' },
        { input: 'Argument[1]', is: [literal], not: true, orUnknown: true },
      ],
    }),
    { kind: 'constant', api: 'java.util.regex.Pattern.LITERAL', value: literal },
    ...flows('Receiver', 'ReturnValue', of('java.util.Scanner', 'next nextLine')),
    ...neutrals(of('java.util.Scanner', 'nextInt nextLong nextDouble nextBoolean hasNext hasNextLine')),
  ],
});
