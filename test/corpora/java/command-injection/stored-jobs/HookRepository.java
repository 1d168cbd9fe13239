package jobs;

import org.springframework.data.jpa.repository.JpaRepository;

public interface HookRepository extends JpaRepository<Hook, Long> {}
