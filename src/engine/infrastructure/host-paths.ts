/** Paths of a host that give whoever mounts them more than their files. */

/** A socket by which containers of the host are started: of Docker, containerd, CRI-O and Podman. */
export const isRuntimeSocket = (path: string): boolean =>
  /^(?:\/var)?\/run\/(?:docker|containerd\/containerd|crio\/crio|podman\/podman|user\/\d+\/(?:docker|podman\/podman))\.sock\/?$/.test(
    path,
  ) || /^(?:\/var)?\/run(?:\/containerd|\/crio|\/podman)?\/?$/.test(path);

/** Folders whose files decide what the host does, or hold its credentials. */
export const isHostControl = (path: string): boolean =>
  /^\/+$/.test(path) ||
  /^\/(?:etc|root|boot|dev|proc|sys|bin|sbin|usr|lib|lib64|var|home)\/?$/.test(path) ||
  (/^\/(?:etc\/(?:kubernetes|passwd|shadow|sudoers|ssh|cron[\w.]*)|root\/\.ssh|var\/lib(?:\/(?:kubelet|docker|containerd|etcd))?)(?:\/|$)/.test(
    path,
  ) &&
    // Logs of containers, for those who gather them.
    !/^\/var\/lib\/docker\/containers\/?$/.test(path));

/** Capabilities that lead out of a container, or over its network's neighbours (capabilities(7)). */
export const isStrongCapability = (name: string): boolean =>
  /^(?:CAP_)?(?:ALL|SYS_ADMIN|SYS_PTRACE|SYS_MODULE|SYS_RAWIO|SYS_BOOT|DAC_READ_SEARCH|DAC_OVERRIDE|NET_ADMIN|BPF|PERFMON|MAC_ADMIN|MAC_OVERRIDE|SYSLOG)$/i.test(
    name,
  );
