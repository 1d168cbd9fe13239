/** What a call does with the elements of a container, so that they are tracked one by one. */
export const containerOperations = [
  'newList',
  'newMap',
  /** A map of keys and values in turn. */
  'mapOf',
  /** Pairs of a position and an element. */
  'enumerate',
  'newMapOf',
  'zip',
  /** A function with its first arguments given. */
  'bind',
  /** A promise's making, and the function that gives its value. */
  'promise',
  'settle',
  /** Descriptions of data, and what of data fits them. */
  'same',
  /** Empties a builder of text where its new length is 0. */
  'truncate',
  /** Calls the function that it is given, with the arguments after it; or with those under `target` and `args`. */
  'run',
  /** Calls a function on an object with a list of arguments: `Reflect.apply(f, self, list)`. */
  'apply',
  'callBound',
  /** A class of tuples whose places have names, which are its second argument; and such a tuple. */
  'record',
  'newRecord',
  /** A function that gives what an object has under keys; and what that gives. */
  'getter',
  'gotten',
  /** A copy of its first argument with other values under the names that are given. */
  'replaced',
  'shape',
  'listOf',
  /** A description of what fits one of several. */
  'oneOf',
  'matching',
  'fitted',
  'fittedResult',
  'fittedSecond',
  /** The check of one place of a request; what the checks of a request came to; a question about that. */
  'check',
  'outcome',
  'askOutcome',
  /** A function is kept under a name, to be called with what is announced under it. */
  'listen',
  /** Whoever subscribes to events of the first argument's class is called with it. */
  'publish',
  'announce',
  /** A new list of its elements and those of its arguments. */
  'concat',
  'append',
  'prepend',
  'insert',
  'get',
  'put',
  'removeAt',
  'pop',
  'shift',
  /** The element at the beginning, or at the end, which stays. */
  'first',
  'last',
  'clear',
  'addAll',
  'putAll',
  'values',
  'keys',
  'entries',
  /** The results of a function that is called with each element. */
  'map',
  'flatMap',
  /** What passes a test. */
  'filter',
  'entryKey',
  'entryValue',
  'iterator',
  'next',
  'copy',
  'slice',
  'join',
  'setdefault',
  /** Settings by key: of the files that the receiver read, or of those that a framework reads by itself. */
  'setting',
  'configuration',
  /** Reads settings from the file that a stream is opened of, or that is named. */
  'load',
  'bundle',
  /** The value under a key; where there is none, what a function returns, kept under it. */
  'compute',
  'push',
  /** A procedure with the description of its input, and the function that serves it. */
  'describe',
  'serve',
  /** What it is given is all that it holds from then on; gives what it held. */
  'hold',
  /** What a component keeps between its runs, and the function that changes it. */
  'state',
  'setState',
  'mergeState',
  /** Gives back its first argument. */
  'given',
  /** An instance of the class that it is called on. */
  'instance',
  /** The class that it is called on, with the methods of the one that it is given. */
  'mixed',
  /** Other elements come to stand at its places: `list.reverse()`, `Collections.shuffle(list)`. */
  'reorder',
  /** A list of the same elements in another order: `sorted(list)`. */
  'reordered',
  /** Takes elements out at a place, puts others there, and gives those taken out. */
  'splice',
  /** `Arrays.fill(list, x)`, `Collections.addAll(list, x, y)`. */
  'fill',
  'appendEach',
  /** `Reflect.get(o, key)`, `Reflect.set(o, key, value)`, `Object.defineProperty(o, key, { value })`. */
  'getProperty',
  'setProperty',
  'defineProperty',
] as const;
